var a="/home/rules";var d=e=>self.postMessage(e),c=({library:e,lock:t})=>async n=>{let o=String(n instanceof Request?n.url:n).split("/").pop()??"";return new Response({"python_stdlib.zip":e,"pyodide-lock.json":t}[o]??null)},f={editor:`
from gamedsl.lsp.messages import serve_messages
take = serve_messages(post)
`,jobs:`
from gamedsl.tab.jobs import Desk
desk = Desk("${a}")
def take(text):
    desk.do(text, post)
`};function g(e,t){WebAssembly.instantiateStreaming=async(n,o)=>{let i=await WebAssembly.instantiate(e,o),s=Object.values(i.exports).find(r=>r instanceof WebAssembly.Memory);return s&&s.buffer.byteLength<t&&s.grow(Math.ceil((t-s.buffer.byteLength)/k)),{module:e,instance:i}}}var k=65536,h=import(new URL("pyodide/pyodide.mjs",import.meta.url).href);import(new URL("pyodide/pyodide.asm.mjs",import.meta.url).href);var m=null;async function u(e,t){let{loadPyodide:n}=await h,o=t.memory??await m,i=o&&new Uint8Array(o);self.fetch=c(t),g(t.python,i?.length??0);let s={indexURL:new URL("pyodide/",import.meta.url).href,env:{HOME:"/home/web",GAMEDSL_CACHE:"/home/cache",PYTHONHASHSEED:"0"}},r=await(i?n({...s,_loadSnapshot:i}).catch(()=>n(s)):n(s));for(let p of["fetch","XMLHttpRequest","WebSocket","EventSource","WebTransport","importScripts"])Object.defineProperty(self,p,{value:void 0});r.FS.mkdirTree(a),r.FS.writeFile("/lib/gamedsl.zip",new Uint8Array(t.own)),r.globals.set("post",p=>d({kind:"message",text:p})),r.runPython(`import random, sys
random.seed()
if "/lib/gamedsl.zip" not in sys.path: sys.path.insert(0, "/lib/gamedsl.zip")
${f[e]}`);let y=r.runPython("take");l={python:r,take:y},d({kind:"ready"})}var l=null;function b(e){let{FS:t}=l.python;for(let n of t.readdir(a))!(n in e)&&!n.startsWith(".")&&t.unlink(`${a}/${n}`);for(let[n,o]of Object.entries(e))t.writeFile(`${a}/${n}`,o)}self.addEventListener("message",({data:e})=>{try{e.kind==="start"?u(e.role,e.parts).catch(t=>d({kind:"broken",text:String(t)})):e.kind==="memory"?m=fetch(e.path).then(t=>t.arrayBuffer()):e.kind==="ping"?d({kind:"pong"}):e.kind==="files"?b(e.files):l?.take(e.text)}catch(t){d({kind:"broken",text:String(t)})}});
