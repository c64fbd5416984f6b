const target = `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`;

/** What `ng serve` hands on to the API. */
export default {
  '/api': { target, changeOrigin: false },
  '/webhook': { target, changeOrigin: false },
};
