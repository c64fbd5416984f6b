import { ESCAPE } from './script';

/**
 * For the sites of others: `<script src="https://…/book/embed.js" async></script>` makes each link to the booking page, whose
 * `href` stays for who has no scripts, open it in a dialog. Settings name the sites that may frame it. Keys that are pressed within
 * the page reach nothing here, so it says when one was Escape. A dialog's `close` comes a little after its closing: it may be open
 * again by then.
 */
export const EMBED = `(function () {
  var self = document.currentScript;
  if (!self || !window.HTMLDialogElement) return;
  var origin = new URL(self.src).origin;
  var dialog;
  function open(url, title) {
    if (!dialog) {
      dialog = document.createElement('dialog');
      dialog.style.cssText = 'width:min(46rem,96vw);height:min(56rem,94vh);max-width:none;max-height:none;padding:0;border:0;border-radius:12px;overflow:hidden';
      var close = document.createElement('button');
      close.type = 'button';
      close.textContent = '\\u00d7';
      close.setAttribute('aria-label', self.dataset.close || 'Close');
      close.style.cssText = 'position:absolute;top:8px;right:8px;z-index:1;width:44px;height:44px;border:0;border-radius:50%;background:#fff;color:#000;font:24px/1 sans-serif;cursor:pointer;box-shadow:0 1px 4px #0006';
      close.addEventListener('click', function () { dialog.close(); });
      var frame = document.createElement('iframe');
      frame.style.cssText = 'width:100%;height:100%;border:0';
      dialog.append(close, frame);
      window.addEventListener('message', function (event) {
        if (event.origin === origin && event.source === frame.contentWindow && event.data === '${ESCAPE}') dialog.close();
      });
      dialog.addEventListener('close', function () { if (!dialog.open) frame.removeAttribute('src'); });
      document.body.append(dialog);
    }
    var shown = dialog.querySelector('iframe');
    shown.title = title;
    shown.src = url;
    dialog.showModal();
  }
  document.addEventListener('click', function (event) {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    var link = event.target instanceof Element && event.target.closest('a[href]');
    if (!link || link.origin !== origin || !/^\\/book(\\/|$)/.test(link.pathname)) return;
    event.preventDefault();
    open(link.href, link.textContent.trim());
  });
})();
`;
