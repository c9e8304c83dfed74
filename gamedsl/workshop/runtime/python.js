var i="/home/rules";var a=e=>self.postMessage(e),m=({library:e,lock:t})=>async n=>{let s=String(n instanceof Request?n.url:n).split("/").pop()??"";return new Response({"python_stdlib.zip":e,"pyodide-lock.json":t}[s]??null)},c={editor:`
from gamedsl.lsp.messages import serve_messages
take = serve_messages(post)
`,jobs:`
from gamedsl.tab.jobs import Desk
desk = Desk("${i}")
def take(text):
    desk.do(text, post)
`};function g(e,t){WebAssembly.instantiateStreaming=async(n,s)=>{let r=await WebAssembly.instantiate(e,s),o=Object.values(r.exports).find(d=>d instanceof WebAssembly.Memory);return o&&o.buffer.byteLength<t&&o.grow(Math.ceil((t-o.buffer.byteLength)/y)),{module:e,instance:r}}}var y=65536,f=import(new URL("pyodide/pyodide.mjs",import.meta.url).href);async function k(e,t){self.fetch=m(t);let{loadPyodide:n}=await f,s=t.memory&&new Uint8Array(t.memory);g(t.python,s?.length??0);let r={indexURL:new URL("pyodide/",import.meta.url).href,env:{HOME:"/home/web",GAMEDSL_CACHE:"/home/cache",PYTHONHASHSEED:"0"}},o=await(s?n({...r,_loadSnapshot:s}).catch(()=>n(r)):n(r));for(let p of["fetch","XMLHttpRequest","WebSocket","EventSource","WebTransport","importScripts"])Object.defineProperty(self,p,{value:void 0});o.FS.mkdirTree(i),o.FS.writeFile("/lib/gamedsl.zip",new Uint8Array(t.own)),o.globals.set("post",p=>a({kind:"message",text:p})),o.runPython(`import random, sys
random.seed()
if "/lib/gamedsl.zip" not in sys.path: sys.path.insert(0, "/lib/gamedsl.zip")
${c[e]}`);let d=o.runPython("take");l={python:o,take:d},a({kind:"ready"})}var l=null;function h(e){let{FS:t}=l.python;for(let n of t.readdir(i))!(n in e)&&!n.startsWith(".")&&t.unlink(`${i}/${n}`);for(let[n,s]of Object.entries(e))t.writeFile(`${i}/${n}`,s)}self.addEventListener("message",({data:e})=>{try{e.kind==="start"?k(e.role,e.parts).catch(t=>a({kind:"broken",text:String(t)})):e.kind==="ping"?a({kind:"pong"}):e.kind==="files"?h(e.files):l?.take(e.text)}catch(t){a({kind:"broken",text:String(t)})}});
