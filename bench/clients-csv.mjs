// How long an import and an export of clients take, and how much memory. See README.md.
import { parseArgs } from 'node:util';
import { startProduct } from './running-product.mjs';

const { rows: row_count, contacts: has_contacts } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    contacts: { type: 'boolean', default: true },
  },
  allowNegative: true,
}).values;

const product = await startProduct();
try {
  const file = makeFile(Number(row_count));
  console.log(`${row_count} rows, ${(file.length / 1e6).toFixed(1)} MB`);
  await measured('import, dry run', () => importFile(file, '?dry_run=true'));
  await measured('import', () => importFile(file));
  await measured('import again', () => importFile(file));
  await measured('export', exportAll);
} finally {
  await product.stop();
}

/** Runs the work, and prints how long it took and how much memory the server had at most beyond what it had before. */
async function measured(name, work) {
  const before_mb = product.memory_mb();
  let most_mb = before_mb;
  const watch = setInterval(() => (most_mb = Math.max(most_mb, product.memory_mb())), 50);
  const started_at = performance.now();
  const result = await work();
  const seconds = (performance.now() - started_at) / 1_000;
  clearInterval(watch);
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${before_mb.toFixed(0)} MB before, at most ${most_mb.toFixed(0)} MB; ${result}`,
  );
}

function makeFile(count) {
  const lines = ['name,phone,email,company,status,tags,notes'];
  for (let index = 0; index < count; index++) {
    const phone = `+1415${String(2_000_000 + index)}`;
    const contact = has_contacts ? `${phone},client${index}@mail.example` : ',';
    const kind = `${index % 4 ? '' : `Firm ${index % 500}`},${index % 5 ? 'active' : 'lead'}`;
    lines.push(
      `Client Name ${(index * 7_919) % count},${contact},${kind},"vip, weekly","Customer no. ${index}."`,
    );
  }
  return Buffer.from(lines.join('\n') + '\n');
}

async function importFile(file, query = '') {
  const answer = await fetch(`${product.base_url}/api/clients/import${query}`, {
    method: 'POST',
    headers: { ...product.headers, 'content-type': 'text/csv' },
    body: file,
  });
  const { created, skipped, failed, code } = await answer.json();
  return answer.ok ? `${created} created, ${skipped} skipped, ${failed.length} failed` : code;
}

async function exportAll() {
  const answer = await fetch(`${product.base_url}/api/clients/export.csv`, { headers: product.headers });
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
