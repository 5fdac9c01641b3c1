import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import next from 'next'
import { withPackedFiles } from '@/lib/server/http/packed-files'
import { ensureBuilt } from '../../scripts/build.mjs'

/**
 * One for all files of a process, never closed: servers share loaded modules, and part of that waits with the first
 * server.
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
