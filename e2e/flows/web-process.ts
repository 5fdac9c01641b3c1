import { createHttpServer } from '@/lib/server/http/http'
import { collectAtRest } from '@/lib/server/warm/collect-at-rest'
import { openContainer } from '@/lib/server/wiring/open-container'

/** The web process without pages, for tests that kill one; everything else is as in production. */
const { container, settings } = await openContainer()
const server = createHttpServer({
  container,
  trustProxy: settings.trustProxy ?? [],
  pages: (_request, response) => void response.writeHead(404).end(),
})
server.listen(settings.port, settings.host)
collectAtRest()
