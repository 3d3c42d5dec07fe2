// Runs a WASI program under Node, as cargo's runner: `node wasi.mjs PROGRAM [ARGUMENT]..`.
// It sees the environment and the files of the workspace, at the same paths.

import { readFile } from "node:fs/promises";
import { argv, cwd, env, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const program = argv[2];
const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const wasi = new WASI({
  version: "preview1",
  args: argv.slice(2),
  env,
  preopens: { ".": cwd(), [root]: root },
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
exit(wasi.start(instance));
