# The server and the console. docs/operate.md says how to run it.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm ci && npm run build && npm run release -- /release

FROM ${NODE_IMAGE} AS installed
WORKDIR /app
COPY --from=build /release .
RUN npm ci --omit=dev --workspace @parley/server && npm cache clean --force

FROM ${NODE_IMAGE}
ENV NODE_ENV=production PARLEY_MODE=production HOST=0.0.0.0 DATA_DIR=/data
# Without this, glibc keeps memory that the server has freed.
ENV MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=installed --chown=root:root /app .
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/readyz', { signal: AbortSignal.timeout(4000) }).then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# A stop waits up to 14 s for what is in flight: docker stop --time 20.
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
