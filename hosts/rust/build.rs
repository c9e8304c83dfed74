//! Where libwasmtime lies: the folder in WASMTIME, for example `lib` of what wasmtime's releases call the C API.

fn main() {
    println!("cargo:rerun-if-env-changed=WASMTIME");
    if let Ok(folder) = std::env::var("WASMTIME") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
