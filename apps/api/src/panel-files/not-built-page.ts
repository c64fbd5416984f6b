/** Shown if the panel is not built. */
export const NOT_BUILT_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>The panel is not built</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
  </head>
  <body>
    <h1>The panel is not built</h1>
    <p>The API answers, but the files of the panel are not there. Run <code>npm run build</code>, then restart the server.</p>
    <p><a href="/api/docs">Documentation of the API</a></p>
  </body>
</html>
`;
