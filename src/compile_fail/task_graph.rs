//! Values of a graph's nodes are of the type of their handles, and outlive whoever reads them.

/// A handle says the type of the value:
///
/// ```compile_fail,E0308
/// let mut builder = tine::TaskGraphBuilder::new();
/// let number = builder.declare::<u64>("number");
/// builder.define(number, (), |()| "a text");
/// ```
///
/// ```
/// let mut builder = tine::TaskGraphBuilder::new();
/// let number = builder.declare::<&str>("number");
/// builder.define(number, (), |()| "a text");
/// ```
mod of_the_declared_type {}

/// Nor may a handle be taken for one of a value that lives shorter:
///
/// ```compile_fail,E0597
/// let mut builder = tine::TaskGraphBuilder::new();
/// let name = builder.declare::<&'static str>("name");
/// let text = String::from("short-lived");
/// builder.define(name, (), |()| text.as_str());
/// drop(builder);
/// ```
///
/// ```
/// let text = String::from("long-lived");
/// let mut builder = tine::TaskGraphBuilder::new();
/// let name = builder.declare::<&str>("name");
/// builder.define(name, (), |()| text.as_str());
/// drop(builder);
/// ```
mod that_lives_as_long {}

/// An input is lent for the time of the closure's call:
///
/// ```compile_fail
/// let mut builder = tine::TaskGraphBuilder::new();
/// let list = builder.node("list", || vec![1]);
/// let same = builder.node_with("same", list, |list| list);
/// ```
///
/// ```
/// let mut builder = tine::TaskGraphBuilder::new();
/// let list = builder.node("list", || vec![1]);
/// let same = builder.node_with("same", list, |list| list.clone());
/// ```
mod lent_inputs {}

/// Values are shared among threads:
///
/// ```compile_fail,E0277
/// let mut builder = tine::TaskGraphBuilder::new();
/// builder.node("cell", || std::cell::Cell::new(1));
/// ```
///
/// ```
/// let mut builder = tine::TaskGraphBuilder::new();
/// builder.node("cell", || std::sync::Mutex::new(1));
/// ```
mod shared_values {}
