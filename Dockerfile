# The server with its page. Builds with: docker build -t sextant .
# What it does without an engine: npm run image:try (docs/operations.md).
ARG NODE=24-bookworm-slim
ARG DEBIAN=bookworm-slim

FROM node:${NODE} AS build
WORKDIR /src
COPY . .
# Installs what package-lock.json names, then builds.
RUN node scripts/build.mjs

FROM node:${NODE} AS modules
WORKDIR /src
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Of the embedder's two runtimes what this platform uses: 60 of 430 MB (docs/decisions/0080).
RUN cd node_modules/onnxruntime-node/bin/napi-v6 && rm -rf darwin win32 \
  && find linux -mindepth 1 -maxdepth 1 ! -name "$(node -p process.arch)" -exec rm -rf {} + \
  && cd ../../../onnxruntime-web/dist \
  && find . -type f ! -name ort.node.min.mjs ! -name 'ort-wasm-simd-threaded.mjs' ! -name 'ort-wasm-simd-threaded.wasm' -delete

# Nothing here installs or builds: of Node its program alone, without npm, yarn and headers.
FROM debian:${DEBIAN}
COPY --from=modules /usr/local/bin/node /usr/local/bin/
RUN useradd --uid 1000 --no-create-home node && install -d -o node -g node -m 700 /data
WORKDIR /app
COPY --from=modules /src/node_modules node_modules
COPY --from=build /src/package.json /src/LICENSE ./
COPY --from=build /src/dist dist
COPY --from=build /src/web/dist web/dist
COPY --from=build /src/packages/client/dist packages/client/dist
COPY --from=build /src/packages/widget/dist packages/widget/dist
COPY --from=build /src/scripts/lib scripts/lib
COPY --from=build /src/docs docs
COPY --from=build /src/models models
# An address beside this machine's own wants AUTH, and the server says so.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# glibc gives back what is freed (scripts/lib/services.mjs).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/src/cli.js"]
CMD ["serve"]
