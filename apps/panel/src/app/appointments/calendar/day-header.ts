/** What stands above a day: its name, and why it is closed. Plain nodes, as in `contentOf`. */
export function dayHeader(name: string, closures: readonly string[]): Node[] {
  const day = document.createElement('span');
  day.textContent = name;
  if (closures.length === 0) return [day];
  const closed = document.createElement('span');
  closed.className = 'calendar-day-closure';
  closed.textContent = closures.join(', ');
  closed.title = closed.textContent;
  return [day, closed];
}
