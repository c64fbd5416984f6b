/** Names of fields and parameters with a future time, and of JSON in a text. Other times are in the past. */
const OF_FUTURE = /^(date|from|to|until|moved_to|arguments)$|(^|_)(starts|ends|opens|expires|resets)_at$/;
const DATES = /(?<!\d)\d{4}-\d\d-\d\d/g;
/** Whole weeks, so that a Monday stays one. */
const STEP_MS = 364 * 86_400_000;

type Node = Record<string, unknown>;

/**
 * Moves the times of all examples of a document into the future, so that they can be sent as they are: those of bodies, of
 * parameters and of schemas. What stands beside each other moves together, so that an end stays behind its start.
 */
export function withFutureExamples<Part>(document: Part, now: Date): Part {
  return walked(document, '', 0, now) as Part;
}

/** Moves the times that a text names as examples. */
export function withFutureTimes(text: string, now: Date): string {
  return text.replace(/(?<=such as |as in )\d{4}-\d\d-\d\d/g, (date) => movedBy(stepsOf([date], now), date));
}

function walked(node: unknown, name: string, steps: number, now: Date): unknown {
  if (Array.isArray(node)) {
    const together = Math.max(0, ...node.map((one) => stepsOf(datesIn(exampleOf(one), nameOf(one)), now)));
    return node.map((one) => walked(one, nameOf(one) || name, together, now));
  }
  if (!isNode(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'example') return [key, moved(value, name, steps, now)];
      if (key !== 'properties' || !isNode(value)) return [key, walked(value, name, steps, now)];
      const fields = Object.entries(value);
      const dates = fields.flatMap(([field, schema]) => datesIn(exampleOf(schema), field));
      const together = stepsOf(dates, now);
      return [
        key,
        Object.fromEntries(fields.map(([field, schema]) => [field, walked(schema, field, together, now)])),
      ];
    }),
  );
}

/** An example, or a part of one. */
function moved(example: unknown, name: string, steps: number, now: Date): unknown {
  if (typeof example === 'string') return OF_FUTURE.test(name) ? movedBy(steps, example) : example;
  if (Array.isArray(example)) return example.map((one) => moved(one, name, steps, now));
  if (!isNode(example)) return example;
  const fields = Object.entries(example);
  const together = stepsOf(
    fields.flatMap(([field, value]) => datesIn(value, field)),
    now,
  );
  return Object.fromEntries(fields.map(([field, value]) => [field, moved(value, field, together, now)]));
}

function datesIn(example: unknown, name: string): string[] {
  return typeof example === 'string' && OF_FUTURE.test(name) ? [...(example.match(DATES) ?? [])] : [];
}

/** How often the earliest one has to be moved. */
function stepsOf(dates: readonly string[], now: Date): number {
  const past = dates.map((date) => Math.floor((now.getTime() - Date.parse(date)) / STEP_MS) + 1);
  return Math.max(0, ...past);
}

function movedBy(steps: number, text: string): string {
  return text.replace(DATES, (date) =>
    new Date(Date.parse(date) + steps * STEP_MS).toISOString().slice(0, 10),
  );
}

/** That of a parameter stands in its schema. */
function exampleOf(node: unknown): unknown {
  if (!isNode(node)) return undefined;
  return node['example'] ?? exampleOf(node['schema']);
}

/** Of a parameter. */
function nameOf(node: unknown): string {
  return isNode(node) && 'in' in node && typeof node['name'] === 'string' ? node['name'] : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
