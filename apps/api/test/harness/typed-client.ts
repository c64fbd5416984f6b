import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const ROOT = join(__dirname, '../../../..');

/**
 * Compiles a program against the types that openapi-typescript makes of the document, which it imports as
 * `./schema`.
 * @returns the compiler's messages
 */
export async function compileClient(document: OpenAPIObject, program: string): Promise<string[]> {
  const schema = astToString(await openapiTS(structuredClone(document) as never));
  const files = new Map([
    [join(ROOT, 'typed-client/program.ts'), program],
    [join(ROOT, 'typed-client/schema.ts'), schema],
  ]);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  };
  const compiled = ts.createProgram([...files.keys()], options, hostOf(files, options));
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** The machine's files, with these among them. */
function hostOf(files: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    directoryExists: () => true,
    fileExists: (name) => files.has(name) || host.fileExists(name),
    readFile: (name) => files.get(name) ?? host.readFile(name),
    getSourceFile: (name, target, ...others) => {
      const text = files.get(name);
      return text === undefined
        ? host.getSourceFile(name, target, ...others)
        : ts.createSourceFile(name, text, target);
    },
  };
}
