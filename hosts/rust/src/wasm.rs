//! The few functions of the C interface of WebAssembly (`wasm.h`) that a host of games needs, and one instance of a module.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::null_mut;

type Pointer = *mut c_void;

#[repr(C)]
struct Vector<T> {
    size: usize,
    data: *mut T,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Value {
    kind: u8, // 0: a 32-bit integer
    of: u64,
}

#[link(name = "wasmtime")]
extern "C" {
    fn wasm_engine_new() -> Pointer;
    fn wasm_store_new(engine: Pointer) -> Pointer;
    fn wasm_module_new(store: Pointer, code: *const Vector<u8>) -> Pointer;
    fn wasm_module_exports(module: Pointer, found: *mut Vector<Pointer>);
    fn wasm_exporttype_name(export: Pointer) -> *const Vector<u8>;
    fn wasm_instance_new(store: Pointer, module: Pointer, imports: *const Vector<Pointer>, trap: *mut Pointer) -> Pointer;
    fn wasm_instance_exports(instance: Pointer, found: *mut Vector<Pointer>);
    fn wasm_extern_as_func(export: Pointer) -> Pointer;
    fn wasm_extern_as_memory(export: Pointer) -> Pointer;
    fn wasm_func_result_arity(function: Pointer) -> usize;
    fn wasm_func_call(function: Pointer, given: *const Vector<Value>, results: *mut Vector<Value>) -> Pointer;
    fn wasm_trap_delete(trap: Pointer);
    fn wasm_memory_data(memory: Pointer) -> *mut u8;
    fn wasm_memory_data_size(memory: Pointer) -> usize;
}

/// An instance: its functions by name, and its memory. It lives as long as the program.
pub struct Instance {
    functions: HashMap<String, Pointer>,
    memory: Pointer,
}

impl Instance {
    /// Compiles a module that imports nothing, and makes an instance of it; None for anything else.
    pub fn new(code: &[u8]) -> Option<Instance> {
        let bytes = Vector { size: code.len(), data: code.as_ptr() as *mut u8 };
        let none = Vector { size: 0, data: null_mut() };
        let (mut types, mut parts) = (Vector { size: 0, data: null_mut() }, Vector { size: 0, data: null_mut() });
        // Safe: each pointer comes from the library and is tested before it is used; the vectors that it fills belong to us, and are never freed.
        unsafe {
            let store = wasm_store_new(wasm_engine_new());
            let module = wasm_module_new(store, &bytes);
            if module.is_null() {
                return None;
            }
            let mut trap = null_mut();
            let instance = wasm_instance_new(store, module, &none, &mut trap);
            if instance.is_null() {
                return None;
            }
            wasm_module_exports(module, &mut types);
            wasm_instance_exports(instance, &mut parts);
            let (mut functions, mut memory) = (HashMap::new(), null_mut());
            for i in 0..parts.size {
                let (part, name) = (*parts.data.add(i), &*wasm_exporttype_name(*types.data.add(i)));
                let name = String::from_utf8_lossy(std::slice::from_raw_parts(name.data, name.size)).into_owned();
                if !wasm_extern_as_memory(part).is_null() {
                    memory = wasm_extern_as_memory(part);
                } else {
                    functions.insert(name, wasm_extern_as_func(part));
                }
            }
            if memory.is_null() {
                return None;
            }
            Some(Instance { functions, memory })
        }
    }

    /// Calls a function of 32-bit integers; None where it traps (a fault of the rules). A function without a result gives 0.
    pub fn call(&self, name: &str, given: &[i32]) -> Option<i32> {
        let function = self.functions[name];
        let mut values: Vec<Value> = given.iter().map(|&one| Value { kind: 0, of: one as u32 as u64 }).collect();
        let mut result = [Value { kind: 0, of: 0 }];
        // Safe: the vectors outlive the call, and have as many values as the function takes and gives.
        let trap = unsafe {
            let arguments = Vector { size: values.len(), data: values.as_mut_ptr() };
            let mut results = Vector { size: wasm_func_result_arity(function), data: result.as_mut_ptr() };
            wasm_func_call(function, &arguments, &mut results)
        };
        if trap.is_null() {
            return Some(result[0].of as i32);
        }
        unsafe { wasm_trap_delete(trap) };
        None
    }

    fn bytes(&self) -> &mut [u8] {
        // Safe: modules never grow their memory, and nobody runs while it is looked at.
        unsafe { std::slice::from_raw_parts_mut(wasm_memory_data(self.memory), wasm_memory_data_size(self.memory)) }
    }

    /// A 32-bit integer in memory.
    pub fn get(&self, at: usize) -> i32 {
        i32::from_le_bytes(self.bytes()[at..at + 4].try_into().unwrap())
    }

    /// Writes one.
    pub fn set(&self, at: usize, value: i32) {
        self.bytes()[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
}
