# The API server, from the same package as an installation, without the panel (nginx has it) and without the embedded
# PostgreSQL: both databases are elsewhere. Built from the project's folder:
#
#   docker build -f docker/api.Dockerfile -t groupless-api .
#
# The Node.js of the image is the one that package.json names, on the Debian that the tests run on: slim, because
# nothing but Node.js is needed.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json LICENSE ./
COPY tools/ tools/
COPY libs/ libs/
COPY apps/api/ apps/api/
COPY apps/switch-cli/ apps/switch-cli/
COPY docker/postgres/ docker/postgres/
RUN node tools/build/build-api.mjs && node tools/build/build-switch.mjs && node tools/build/build-install.mjs \
  && node tools/build/build-package.mjs --without-panel \
  && mkdir dist/package/bin && ln -s ../dist/apps/api/groupless.mjs dist/package/bin/groupless \
  && chmod 755 dist/package/dist/apps/api/groupless.mjs

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 PATH=/app/bin:$PATH
WORKDIR /app
COPY --from=build /app/dist/package/ ./
# Nothing is written but temporary files: the file system may be read-only, with a tmpfs on /tmp.
USER 1000:1000
EXPOSE 3000
# Whether the process answers. It listens only when both databases are ready, and a database that goes away later does
# not come back by another container. To start Node.js for it takes its time where one busy core does everything.
HEALTHCHECK --start-period=60s --start-interval=1s --interval=10s --timeout=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `groupless start` runs it; the other commands by their name: `docker exec <container> groupless doctor`.
CMD ["node", "--max-semi-space-size=16", "dist/apps/api/main.cjs"]
