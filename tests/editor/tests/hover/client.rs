//! A client of rust-analyzer: messages with a header that states their length, over the pipes of a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest wait for a message. Where nothing is built yet and other processes use the processors, the first answers come after
/// the build of the macro, which takes half a minute alone.
const PATIENCE: Duration = Duration::from_secs(300);

pub(crate) struct Client {
    process: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    root: String,
    requests: u64,
}

impl Client {
    /// A server for this workspace that has read it; `None` if there is no rust-analyzer.
    pub(crate) fn start() -> Option<Self> {
        let version = Command::new("rust-analyzer").arg("--version").output();
        version.ok().filter(|output| output.status.success())?;
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.canonicalize().expect("the workspace is there");
        let mut process = Command::new("rust-analyzer")
            .current_dir(&root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("rust-analyzer starts");
        let input = process.stdin.take().expect("its input is a pipe");
        let output = process.stdout.take().expect("its output is a pipe");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let root = root.to_str().expect("a path in Unicode").to_owned();
        let mut client = Self {
            process,
            input,
            messages,
            root,
            requests: 0,
        };
        client.initialize();
        Some(client)
    }

    fn initialize(&mut self) {
        // Only the macro is built, in the target folder of the workspace: after `cargo test` it is there.
        let build = [
            "cargo",
            "check",
            "--quiet",
            "--message-format=json",
            "--package",
            "extremal-editor",
            "--lib",
        ];
        let options = json!({
            "checkOnSave": false,
            "cachePriming": { "enable": false },
            "cargo": { "buildScripts": { "overrideCommand": build } },
        });
        let capabilities = json!({
            "experimental": { "serverStatusNotification": true },
            "textDocument": { "hover": { "contentFormat": ["markdown"] } },
        });
        self.request(
            "initialize",
            &json!({
                "processId": null,
                "rootUri": format!("file://{}", self.root),
                "capabilities": capabilities,
                "initializationOptions": options,
            }),
        );
        self.notify("initialized", &json!({}));
        self.wait_for(|message| {
            message["method"] == "experimental/serverStatus" && message["params"]["quiescent"] == true
        });
    }

    /// The text of a file of the workspace.
    pub(crate) fn text(&self, path: &str) -> String {
        std::fs::read_to_string(format!("{}/{path}", self.root)).expect("the file is there")
    }

    /// Opens a file and returns its text.
    pub(crate) fn open(&mut self, path: &str) -> String {
        let text = self.text(path);
        let document = json!({ "uri": self.uri(path), "languageId": "rust", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        text
    }

    /// Replaces the text of an open file, which stays as it is on the disk.
    pub(crate) fn change(&mut self, path: &str, text: &str) {
        let document = json!({ "uri": self.uri(path), "version": 2 });
        let changes = json!([{ "text": text }]);
        self.notify(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// The text that is shown at a place; empty if nothing is.
    pub(crate) fn hover(&mut self, path: &str, line: usize, column: usize) -> String {
        let found = self.at("textDocument/hover", path, line, column);
        found["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Where the word at a place is defined: `path:line`.
    pub(crate) fn definitions(&mut self, path: &str, line: usize, column: usize) -> Vec<String> {
        let found = self.at("textDocument/definition", path, line, column);
        let places = found.as_array().into_iter().flatten();
        places
            .map(|place| format!("{}:{}", place["uri"], place["range"]["start"]["line"]).replace('"', ""))
            .collect()
    }

    /// The names that may stand at a place.
    pub(crate) fn completions(&mut self, path: &str, line: usize, column: usize) -> Vec<String> {
        let found = self.at("textDocument/completion", path, line, column);
        let items = found["items"].as_array().or(found.as_array());
        let labels = items
            .into_iter()
            .flatten()
            .filter_map(|item| item["label"].as_str());
        let word = |label: &str| label.split('(').next().unwrap_or_default().to_owned();
        labels.map(word).collect()
    }

    /// The messages of rust-analyzer itself about a file.
    pub(crate) fn problems(&mut self, path: &str) -> Vec<String> {
        let document = json!({ "textDocument": { "uri": self.uri(path) } });
        let found = self.request("textDocument/diagnostic", &document);
        let items = found["items"].as_array().into_iter().flatten();
        items.map(|item| item["message"].to_string()).collect()
    }

    pub(crate) fn stop(mut self) {
        self.request("shutdown", &Value::Null);
        self.notify("exit", &Value::Null);
        let status = self.process.wait().expect("rust-analyzer ends");
        assert!(status.success(), "{status}");
    }

    fn at(&mut self, method: &str, path: &str, line: usize, column: usize) -> Value {
        let position = json!({ "line": line, "character": column });
        let document = json!({ "uri": self.uri(path) });
        self.request(method, &json!({ "textDocument": document, "position": position }))
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}/{path}", self.root)
    }

    /// The result of a request. One that was overtaken by a change is made again, as editors do.
    fn request(&mut self, method: &str, parameters: &Value) -> Value {
        loop {
            self.requests += 1;
            let id = self.requests;
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
            let answer = self.wait_for(|message| message["id"] == id && message["method"].is_null());
            match answer["error"]["code"].as_i64() {
                // Cancelled by the server, or by a change of the content.
                Some(-32802 | -32801) => thread::sleep(Duration::from_millis(100)),
                Some(_) => panic!("{method}: {answer}"),
                None => return answer["result"].clone(),
            }
        }
    }

    fn notify(&mut self, method: &str, parameters: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("rust-analyzer listens");
        self.input.flush().expect("rust-analyzer listens");
    }

    /// The first message of a kind; requests of the server before it are answered with nothing.
    fn wait_for(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self
                .messages
                .recv_timeout(left)
                .expect("rust-analyzer answers in time");
            if is_it(&message) {
                return message;
            }
            if !message["id"].is_null() && !message["method"].is_null() {
                self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
            }
        }
    }
}

/// Processes of tests that fail end as well.
impl Drop for Client {
    fn drop(&mut self) {
        // It has ended already if the test was successful.
        drop(self.process.kill());
    }
}

/// The next message; `None` at the end.
fn read(output: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(": ") {
            Some(("Content-Length", digits)) => length = digits.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut content = vec![0; length];
    output.read_exact(&mut content).ok()?;
    serde_json::from_slice(&content).ok()
}
