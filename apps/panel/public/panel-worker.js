// The worker passes on what opens a screen, and answers where nothing else does; the API and the panel's own files go past it.
addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  const isOwn = mode === 'navigate' || new URL(url).pathname.startsWith('/offline.');
  if (!isOwn) event.stopImmediatePropagation();
});
importScripts('/ngsw-worker.js');
