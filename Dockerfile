# Builds the server, then ships only what it runs on. Keeps its embedded store in a volume unless DATABASE_URL is set.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY prisma prisma
COPY src src
RUN npm run generate && npm run build

FROM node:22-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional and peer packages would bring the command line of Prisma and the compiler along, twice the size of the rest.
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 COUNTERWEIGHT_HOME=/var/lib/counterweight
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY prisma prisma
COPY examples examples
COPY maps maps
RUN ln -s /app/dist/main.js /usr/local/bin/counterweight && chmod +x dist/main.js \
  && mkdir -p "$COUNTERWEIGHT_HOME" && chown node:node "$COUNTERWEIGHT_HOME"
USER node
VOLUME /var/lib/counterweight
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=40s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["serve"]
