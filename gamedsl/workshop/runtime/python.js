var o="/home/rules";var s=e=>self.postMessage(e);async function l(e){let t=await m.fetch(new URL(e,import.meta.url));if(!t.ok||!t.body)throw new Error(`${e}: ${t.status}`);let r=t.body.pipeThrough(new TransformStream({transform(n,d){s({kind:"progress",bytes:n.byteLength}),d.enqueue(n)}})),i=e.includes(".wasm")?"application/wasm":"application/octet-stream";return new Response(e.endsWith(".gz")?r.pipeThrough(new DecompressionStream("gzip")):r,{headers:{"content-type":i}})}var m={fetch:self.fetch.bind(self)};function g(e){let t=String(e instanceof Request?e.url:e).split("/").pop()??"";return l(`pyodide/${t==="pyodide.asm.wasm"?`${t}.gz`:t}`)}var c={editor:`
from gamedsl.lsp.messages import serve_messages
take = serve_messages(post)
`,jobs:`
from gamedsl.tab.jobs import Desk
desk = Desk("${o}")
def take(text):
    desk.do(text, post)
`};async function f(e){self.fetch=g;let t=new URL("pyodide/pyodide.mjs",import.meta.url).href,[{loadPyodide:r},i]=await Promise.all([import(t),l("gamedsl.zip.gz").then(a=>a.arrayBuffer())]),n=await r({indexURL:new URL("pyodide/",import.meta.url).href,env:{HOME:"/home/web",GAMEDSL_CACHE:"/home/cache"}});for(let a of["fetch","XMLHttpRequest","WebSocket","EventSource","WebTransport","importScripts"])Object.defineProperty(self,a,{value:void 0});n.FS.mkdirTree(o),n.FS.writeFile("/lib/gamedsl.zip",new Uint8Array(i)),n.globals.set("post",a=>s({kind:"message",text:a})),n.runPython(`import sys
sys.path.insert(0, "/lib/gamedsl.zip")
${c[e]}`);let d=n.runPython("take");p={python:n,take:d},s({kind:"ready"})}var p=null;function y(e){let{FS:t}=p.python;for(let r of t.readdir(o))!(r in e)&&!r.startsWith(".")&&t.unlink(`${o}/${r}`);for(let[r,i]of Object.entries(e))t.writeFile(`${o}/${r}`,i)}self.addEventListener("message",({data:e})=>{try{e.kind==="start"?f(e.role).catch(t=>s({kind:"broken",text:String(t)})):e.kind==="ping"?s({kind:"pong"}):e.kind==="files"?y(e.files):p?.take(e.text)}catch(t){s({kind:"broken",text:String(t)})}});
