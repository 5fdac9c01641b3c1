import { createHttpServer } from '@/lib/server/http/http'
import { collectAtRest } from '@/lib/server/warm/collect-at-rest'
import { readCoverageAhead } from '@/lib/server/warm/read-coverage'
import { createWhenIdle } from '@/lib/server/warm/when-idle'
import { openContainer } from '@/lib/server/wiring/open-container'

/** The web process without pages, for tests that kill one; everything else is as in production. */
const { container, settings } = await openContainer()
const server = createHttpServer({
  container,
  trustProxy: settings.trustProxy ?? [],
  pages: (_request, response) => void response.writeHead(404).end(),
})
// Only benchmarks ask for it: tests want a process that does nothing by itself.
const readsAhead = process.env.WARM_UP === 'on'
const whenIdle = createWhenIdle(server)
server.listen(settings.port, settings.host, () => {
  if (readsAhead) void readCoverageAhead(container, whenIdle)
})
collectAtRest()
