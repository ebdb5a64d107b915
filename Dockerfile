# Octavo in a container. Debian 13 has LibreOffice 25.2 and Node 20, which is all that setup begins with; it brings the rest itself.
#   docker build -t octavo .
#   docker run --init --security-opt seccomp=deploy/seccomp.json --security-opt systempaths=unconfined -p 8080:8080 -v octavo:/var/lib/octavo octavo
FROM debian:trixie-slim

RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates nodejs npm \
 && rm -rf /var/lib/apt/lists/*

WORKDIR /opt/octavo
COPY . .
# LibreOffice, fonts, bubblewrap, Tesseract, npm packages, the dashboard and the documentation: the same steps as npm start
RUN bash scripts/setup.sh \
 && rm -rf /var/lib/apt/lists/* /root/.npm \
 && useradd --system --uid 10001 --home-dir /var/lib/octavo octavo \
 && install -d -o octavo -g octavo /var/lib/octavo

ENV OCTAVO_DATA_DIR=/var/lib/octavo OCTAVO_HOST=0.0.0.0 NODE_COMPILE_CACHE=/var/lib/octavo/compiled
USER octavo
VOLUME /var/lib/octavo
EXPOSE 8080 8081
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.OCTAVO_PORT ?? 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node_modules/.bin/node", "--max-semi-space-size=6", "src/main/octavo.ts", "serve"]
