# The program with Node.js. The site is mounted at /site; nothing of it is in the image.
#   docker build -t svc .
#   docker run --rm -v "$PWD:/site" svc build
#   docker run -d --init -p 8787:8787 -v "$PWD:/site" svc
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY bin ./bin
COPY schemas ./schemas
COPY src ./src
# The optional packages become dependencies, so that every feature works; without better-sqlite3, since this Node.js has
# a database of its own.
RUN npm run build && node bin/with-optional.js better-sqlite3 && npm prune --omit=dev --ignore-scripts

FROM ${NODE}
LABEL org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production SVC_HOST=0.0.0.0 SVC_PORT=8787
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY bin/svc.js ./bin/svc.js
COPY schemas ./schemas
COPY templates ./templates
COPY package.json LICENSE ./
RUN ln -s /app/bin/svc.js /usr/local/bin/svc && install -d -o node -g node /site
WORKDIR /site
USER node
EXPOSE 8787
# For a site in a folder set SVC_BASE_PATH to it, such as /blog.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "const { SVC_PORT, SVC_BASE_PATH = '' } = process.env; fetch(`http://127.0.0.1:${SVC_PORT}${SVC_BASE_PATH}/svc/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["svc"]
CMD ["serve"]
