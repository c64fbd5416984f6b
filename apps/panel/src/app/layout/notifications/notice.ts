interface Notice {
  body: string;
  /** One of the same thing takes the place of the one before. */
  tag: string;
  /** What a click opens. */
  path: string;
}

/** What a click does, as Angular's worker reads it. */
interface NoticeData {
  onActionClick?: { default?: { url?: string } };
}

/** A notification of the worker. What the API pushes has the same form, so that what both tell is shown once. */
export function noticeOf({ body, tag, path }: Notice): NotificationOptions {
  const data = { onActionClick: { default: { operation: 'focusLastFocusedOrOpen', url: path } } };
  return { body, tag, icon: '/icon-192.png', data };
}

/** What a click on it opens. */
export function pathOf({ data }: NotificationOptions): string | undefined {
  return (data as NoticeData | null)?.onActionClick?.default?.url;
}
