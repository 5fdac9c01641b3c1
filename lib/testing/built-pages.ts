import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import next from 'next'
import { withPackedFiles } from '@/lib/server/http/packed-files'
import { ensureBuilt } from '../../scripts/build.mjs'

/** The pages as served in production; builds them if necessary. The test installs the wiring that they read from. */
export async function openBuiltPages(): Promise<{ readonly pages: RequestListener; close(): Promise<void> }> {
  await ensureBuilt()
  const dir = fileURLToPath(new URL('../../', import.meta.url))
  const app = next({ dev: false, dir })
  await app.prepare()
  return { pages: withPackedFiles(app.getRequestHandler(), `${dir}.next/static`), close: () => app.close() }
}
