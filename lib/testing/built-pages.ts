import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import next from 'next'
import { withPackedFiles } from '@/lib/server/http/packed-files'
import { ensureBuilt } from '../../scripts/build.mjs'

/**
 * One for all files of a process, which never closes it: what one server has loaded, the next one has too, and some of that
 * waits with the server that was first.
 */
let opened: Promise<RequestListener> | null = null

/** The pages as served in production; builds them if necessary. The test installs the wiring that they read from. */
export async function openBuiltPages(): Promise<{ readonly pages: RequestListener }> {
  opened ??= open()
  return { pages: await opened }
}

async function open(): Promise<RequestListener> {
  await ensureBuilt()
  const dir = fileURLToPath(new URL('../../', import.meta.url))
  const app = next({ dev: false, dir })
  await app.prepare()
  return withPackedFiles(app.getRequestHandler(), `${dir}.next/static`)
}
