/** What a page in a frame says to the site around it, which is one that the settings name. */
export const ESCAPE = 'groupless:escape';

/**
 * Tells the times in the visitor's zone too, where its clocks differ, and a site around it of Escape. The page is whole
 * without it. Texts come from the page, and go back as text alone.
 */
export const SCRIPT = `(function () {
  if (window.parent !== window)
    document.addEventListener('keydown', function (event) {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) window.parent.postMessage('${ESCAPE}', '*');
    });
  var note = document.querySelector('[data-zone]');
  if (!note || !window.Intl) return;
  var own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!own) return;
  var lang = document.documentElement.lang;
  function at(time, zone, form) {
    form.timeZone = zone;
    return new Intl.DateTimeFormat(lang, form).format(new Date(time));
  }
  var differs = false;
  document.querySelectorAll('time[data-at]').forEach(function (time) {
    var form = { weekday: 'short', hour: 'numeric', minute: '2-digit' };
    var there = at(time.dateTime, note.dataset.zone, form);
    var here = at(time.dateTime, own, form);
    if (there === here) return;
    differs = true;
    var small = document.createElement('small');
    small.textContent = here;
    time.append(small);
  });
  if (!differs) return;
  note.textContent = note.dataset.text.replace('{zone}', own.replace(/_/g, ' '));
  note.hidden = false;
})();
`;
