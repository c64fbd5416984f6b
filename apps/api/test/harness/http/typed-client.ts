import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const ROOT = join(__dirname, '../../../../..');

/**
 * Compiles programs against the types that openapi-typescript makes of the document, which they import as `./schema`.
 * @returns the compiler's messages, by the name of the program; those of `schema` are the document's
 */
export async function compileClients(
  document: OpenAPIObject,
  programs: Record<string, string>,
): Promise<Record<string, string[]>> {
  const schema = astToString(await openapiTS(structuredClone(document) as never));
  const fileOf = (name: string) => join(ROOT, `typed-client/${name}.ts`);
  const files = new Map(
    Object.entries({ ...programs, schema }).map(([name, text]) => [fileOf(name), text] as const),
  );
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
  const messages = Map.groupBy(ts.getPreEmitDiagnostics(compiled), ({ file }) => file?.fileName);
  return Object.fromEntries(
    Object.keys({ ...programs, schema }).map((name) => [
      name,
      (messages.get(fileOf(name)) ?? []).map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, '\n'),
      ),
    ]),
  );
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
