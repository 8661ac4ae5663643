# The image of the service: the build, its production packages and Node. No sources, no development packages, no
# embedded database. Nothing in /app is writable by the account that runs the service.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Installs no packages of the typed client and the examples, which the build does not need.
RUN npm ci --workspaces=false --no-audit --no-fund
COPY . .
RUN npm run package

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY --from=build /build/package ./
RUN npm ci --no-audit --no-fund

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=packages /app ./
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_HOST=0.0.0.0
USER 1000:1000
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "bin/healthy.js"]
# Without a shell, which would not pass on signals, the V8 flags must repeat those of src/engine.ts. A test compares them.
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=32", "bin/launch.js"]
CMD ["start"]
