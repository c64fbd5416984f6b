# nginx with the panel's files, and with the way to the API. Built from the project's folder:
#
#   docker build -f docker/panel.Dockerfile -t groupless-panel .
#
# The official image of nginx's stable branch, on Alpine because it is small. Its own set-up is not used: nginx.conf
# replaces all of it and needs neither root nor a writable folder, so the unprivileged variant would add nothing.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json angular.json ./
COPY tools/ tools/
COPY libs/shared-dto/ libs/shared-dto/
COPY apps/panel/ apps/panel/
RUN PATH="$PATH:$PWD/node_modules/.bin" node tools/build/build-panel.mjs && mkdir dist/published

FROM nginx:1.30.6-alpine
COPY docker/nginx.conf /etc/nginx/
COPY docker/publish-panel.sh /usr/local/bin/
# A volume that is mounted here belongs to the user who publishes into it.
COPY --from=build --chown=101:101 /app/dist/published/ /srv/panel/
COPY --from=build /app/dist/apps/panel/files/ /usr/share/nginx/panel/
# The image's user `nginx`, by number, so that a platform can see that it is not root.
USER 101:101
EXPOSE 8080
HEALTHCHECK --start-period=30s --start-interval=1s --interval=10s --timeout=3s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8081/"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["nginx", "-e", "stderr"]
