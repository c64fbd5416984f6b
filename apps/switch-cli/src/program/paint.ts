/** Colours for a terminal; plain text anywhere else. */
export interface Paint {
  good: (text: string) => string;
  bad: (text: string) => string;
  warning: (text: string) => string;
  strong: (text: string) => string;
  faint: (text: string) => string;
}

export function paintFor(is_coloured: boolean): Paint {
  const style = (open: number, close: number) => (text: string) =>
    is_coloured ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    good: style(32, 39),
    bad: style(31, 39),
    warning: style(33, 39),
    strong: style(1, 22),
    faint: style(2, 22),
  };
}

/** See https://no-color.org */
export function isColoured(
  stream: { isTTY?: boolean },
  variables: Record<string, string | undefined>,
): boolean {
  return stream.isTTY === true && !variables['NO_COLOR'] && variables['TERM'] !== 'dumb';
}

/** Aligns columns; the last one is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, [...cell].length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell + pad(cell, widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function pad(cell: string, width: number): string {
  return ' '.repeat(width - [...cell].length);
}
