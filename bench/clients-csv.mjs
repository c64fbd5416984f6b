// Measures time and memory of an import and an export of clients. See README.md.
import { parseArgs } from 'node:util';
import { startProduct } from './running-product.mjs';

const { rows: rowCount, contacts: hasContacts } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    contacts: { type: 'boolean', default: true },
  },
  allowNegative: true,
}).values;

const product = await startProduct();
try {
  const file = makeFile(Number(rowCount));
  console.log(`${rowCount} rows, ${(file.length / 1e6).toFixed(1)} MB`);
  await measured('import, dry run', () => importFile(file, '?dry_run=true'));
  await measured('import', () => importFile(file));
  await measured('import again', () => importFile(file));
  await measured('export', exportAll);
} finally {
  await product.stop();
}

/** Runs a task, and prints its time and the server's peak memory. */
async function measured(name, work) {
  const beforeMb = product.memory_mb();
  let mostMb = beforeMb;
  const watch = setInterval(() => (mostMb = Math.max(mostMb, product.memory_mb())), 50);
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(watch);
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${beforeMb.toFixed(0)} MB before, at most ${mostMb.toFixed(0)} MB; ${result}`,
  );
}

function makeFile(count) {
  const lines = ['name,phone,email,company,status,tags,notes'];
  for (let index = 0; index < count; index++) {
    const phone = `+1415${String(2_000_000 + index)}`;
    const contact = hasContacts ? `${phone},client${index}@mail.example` : ',';
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
