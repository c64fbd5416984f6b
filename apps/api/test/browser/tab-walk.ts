import type { Page } from 'playwright-core';
import { isStill } from './requests-in-flight';

/** More stops than any screen has: by then the focus goes round in a part of it. */
const MOST_STOPS = 400;
/** A field for a date and a time has some seven parts, each a stop of its own. */
const MOST_PARTS = 9;

interface Stop {
  /** Its place among the elements that Tab should reach; null: the page itself, before the first and after the last. */
  place: number | null;
  name: string;
  wrong: string[];
}

/**
 * Goes once through a page by Tab alone, or through the dialog over it, which keeps the focus.
 * @returns what is wrong: what Tab does not reach, and where the focus cannot be seen, is covered, jumps back or does not go on
 */
export async function faultsOfTabWalk(page: Page): Promise<string[]> {
  await isStill(page);
  await page.evaluate(BEGIN);
  const reached = new Set<number>();
  const faults: string[] = [];
  let [before, parts] = [-1, 0];
  for (let stops = 0; ; stops++) {
    await page.keyboard.press('Tab');
    const { place, name, wrong } = await page.evaluate<Stop>(STOP);
    parts = place === before ? parts + 1 : 0;
    if (place === null || parts > MOST_PARTS || (place !== before && reached.has(place))) break;
    before = place;
    if (parts > 0) continue;
    reached.add(place);
    faults.push(...wrong.map((fault) => `${name}: ${fault}`));
    if (stops === MOST_STOPS) return [...faults, `Tab does not come to an end at ${name}`];
  }
  const missed = await page.evaluate<string[]>(`(${MISSED})(${JSON.stringify([...reached])})`);
  return [...faults, ...missed.map((name) => `${name}: not reached by Tab`)];
}

const TOOLS = `{
  isSeen: (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && element.getClientRects().length > 0 && element.closest('[inert], [aria-hidden=true]') === null,
  nameOf: (element) => element.tagName.toLowerCase() + ' “'
    + (element.ariaLabel ?? element.labels?.[0]?.textContent ?? (element.textContent || element.title || element.id)).trim().slice(0, 40) + '”',
  /** What shows the focus, of the element or of what is drawn around it. */
  looks: (element) => [element, element.parentElement, element.parentElement?.parentElement, element.labels?.[0],
      element.nextElementSibling].filter(Boolean).map((one) => {
    const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(one);
    return [outline, boxShadow, borderColor, backgroundColor, getComputedStyle(one, '::after').outline].join();
  }).join(),
}`;

/** Puts the focus before the first element, and notes how all look without it. */
const BEGIN = `(() => {
  const tools = window.tabWalk = ${TOOLS};
  document.activeElement?.blur();
  const top = document.createElement('span');
  top.tabIndex = -1;
  const whole = document.querySelector('[aria-modal=true]') ?? document.body;
  whole.prepend(top);
  top.focus();
  top.remove();
  tools.all = [...whole.querySelectorAll('*')].filter((one) => one.tabIndex >= 0 && one.matches(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]:not(.cdk-focus-trap-anchor)'));
  tools.before = new Map(tools.all.map((one) => [one, tools.looks(one)]));
})()`;

const STOP = `(() => {
  const { all, before, last, looks, nameOf } = window.tabWalk;
  const here = window.tabWalk.last = document.activeElement;
  if (here === null || here === document.body || here === document.documentElement)
    return { place: null, name: 'the page', wrong: [] };
  if (!all.includes(here)) all.push(here);
  const wrong = [];
  if (before.get(here) === looks(here)) wrong.push('its focus cannot be seen');
  const { left, top, right, bottom, width, height } = here.getBoundingClientRect();
  if (last?.isConnected === true && last !== here) {
    const was = last.getBoundingClientRect();
    // Of two that stand in the same box the eye sees which is first.
    const isBack = last.parentElement === here.parentElement
      && (bottom <= was.top || (right <= was.left && top < was.bottom));
    if (isBack || (here.compareDocumentPosition(last) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
      wrong.push('it stands before ' + nameOf(last) + ' and comes after it');
  }
  const x = left + Math.min(width, innerWidth - left) / 2, y = top + height / 2;
  const hit = document.elementFromPoint(x, y);
  const isIn = x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
  if (height <= innerHeight && !isIn) wrong.push('it is out of sight');
  else if (isIn && hit !== null && !here.contains(hit) && !hit.contains(here)
    && hit.closest('label')?.control !== here && here.parentElement?.contains(hit) !== true)
    wrong.push('it is covered by ' + nameOf(hit));
  return { place: all.indexOf(here), name: nameOf(here), wrong };
})()`;

/** Of the radio buttons of a group Tab reaches one. */
const MISSED = `(reached) => {
  const { all, isSeen, nameOf } = window.tabWalk;
  const seen = new Set(reached.map((place) => all[place]));
  const groups = new Set([...seen].filter(({ type }) => type === 'radio').map(({ name }) => name));
  return all.filter((one) => one.isConnected && !seen.has(one) && one.tabIndex >= 0 && isSeen(one)
    && !(one.type === 'radio' && groups.has(one.name))).map(nameOf);
}`;
