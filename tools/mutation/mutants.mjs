// Makes the mutants of a file: each is one small change of its syntax tree, as a replaced range of the text.
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

/** The replacements of each operator, one mutant each. */
const OPERATORS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
  '||=': ['='],
};

const METHODS = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  trimStart: 'trimEnd',
  trimEnd: 'trimStart',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  floor: 'ceil',
  ceil: 'floor',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
};
/** Removed calls: `list.filter(…)` becomes `list`. */
const LEFT_OUT = new Set([
  ...['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'trim', 'normalize', 'replace'],
  'replaceAll',
]);

/**
 * @returns {{ start: number, end: number, text: string, line: number, what: string }[]} in the order of the text
 */
export function mutantsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const put = (node, text, start = node.getStart(file), end = node.end) => {
    if (source.slice(start, end) === text) return;
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ start, end, text, line, what: difference(source.slice(start, end), text) });
  };
  const visit = (node) => {
    if (isWithoutEffect(node)) return;
    mutate(node, file, put);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Types and imports have no effect at run time; decorators and messages are tested elsewhere. */
function isWithoutEffect(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isDecorator(node) ||
    ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
      /[a-z)}] .*[.:] ?[`'"]$/.test(node.getText()))
  );
}

function mutate(node, file, put) {
  const textOf = (part) => part.getText(file);
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken;
    const isOfTexts = [node.left, node.right].some(
      (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
    );
    if (!isOfTexts || !['+', '+='].includes(textOf(operator)))
      for (const other of OPERATORS[textOf(operator)] ?? []) put(operator, other);
  } else if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator === Kind.ExclamationToken || node.operator === Kind.MinusToken)
      put(node, textOf(node.operand));
  } else if (ts.isPostfixUnaryExpression(node)) {
    put(node, `${textOf(node.operand)}${node.operator === Kind.PlusPlusToken ? '--' : '++'}`);
  } else if (ts.isIfStatement(node)) {
    for (const answer of ['true', 'false']) put(node.expression, answer);
  } else if (ts.isWhileStatement(node)) {
    put(node.expression, 'false');
  } else if (ts.isConditionalExpression(node)) {
    for (const answer of ['true', 'false']) put(node.condition, answer);
  } else if (ts.isNumericLiteral(node)) {
    put(node, textOf(node) === '0' ? '1' : '0');
    if (!['0', '1'].includes(textOf(node))) put(node, `(${textOf(node)} + 1)`);
  } else if (node.kind === Kind.TrueKeyword) {
    put(node, 'false');
  } else if (node.kind === Kind.FalseKeyword) {
    put(node, 'true');
  } else if (ts.isStringLiteralLike(node)) {
    if (!ts.isPropertyAssignment(node.parent) || node.parent.name !== node)
      put(node, node.text === '' ? "'mutant'" : "''");
  } else if (ts.isTemplateExpression(node)) {
    put(node, "''");
  } else if (ts.isRegularExpressionLiteral(node)) {
    mutateExpression(node, textOf(node), put);
  } else if (ts.isArrayLiteralExpression(node)) {
    if (node.elements.length > 0 && !ts.isBinaryExpression(node.parent)) put(node, '[]');
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    if (Object.hasOwn(METHODS, name.text)) put(name, METHODS[name.text]);
    if (LEFT_OUT.has(name.text)) put(node, textOf(expression));
  } else if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) {
    put(node, ';');
  } else if (ts.isReturnStatement(node)) {
    if (node.expression !== undefined) put(node, 'return undefined;');
  } else if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) {
    if (ts.isIfStatement(node.parent)) put(node, ';');
  } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
    put(node.body, 'undefined');
  }
  if (node.questionDotToken !== undefined && ts.isPropertyAccessExpression(node))
    put(node.questionDotToken, '.');
}

/** Mutates a regular expression: its anchors, repetitions and case flag. */
function mutateExpression(node, text, put) {
  const end = text.lastIndexOf('/');
  const [pattern, flags] = [text.slice(1, end), text.slice(end + 1)];
  if (pattern.startsWith('^')) put(node, `/${pattern.slice(1)}/${flags}`);
  if (/[^\\]\$$/.test(pattern)) put(node, `/${pattern.slice(0, -1)}/${flags}`);
  if (flags.includes('i')) put(node, `/${pattern}/${flags.replace('i', '')}`);
  for (const { index, 0: repetition } of pattern.matchAll(/(?<=[^\\(])[+*?](?![?+])|\{\d+,?\d*\}/g))
    put(node, `/${pattern.slice(0, index)}${pattern.slice(index + repetition.length)}/${flags}`);
}

/** A description of the change, without most of the unchanged text. */
function difference(before, after) {
  let same = 0;
  while (same < after.length && before[same] === after[same]) same++;
  const shown = (text) => {
    const line = text.slice(Math.max(0, same - 20)).replace(/\s+/g, ' ');
    return line.length > 60 ? `${line.slice(0, 57)}…` : line;
  };
  return `${shown(before)} → ${shown(after)}`;
}
