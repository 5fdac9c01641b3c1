import { collectAtRest } from '@/lib/server/collect-at-rest'
import { createHttpServer } from '@/lib/server/http'
import { openContainer } from '@/lib/server/open-container'

/** The web process without pages, for tests that kill one; everything else is as in production. */
const { container, settings } = await openContainer()
const server = createHttpServer({
  container,
  trustProxy: settings.trustProxy ?? [],
  pages: (_request, response) => void response.writeHead(404).end(),
})
server.listen(settings.port, settings.host)
collectAtRest()
