import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import PocketBase from 'pocketbase'
import { commandLine } from '../../scripts/processes.mjs'
import { eventually } from './eventually'
import { adminKeyOf, pidOf, type Start, temporary } from './npm-start'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The port in a child's command line. */
const portOf = (start: Start, name: string, pattern: RegExp): string => {
  const found = pattern.exec(commandLine(pidOf(start, name)) ?? '')?.[1]
  if (found === undefined) throw new Error(`${name} says no port.`)
  return found
}

/**
 * Another worker as in `docs/scoreboard/temporal.md`: it has the service's addresses and credentials, but none of its
 * files. Resolves once it polls.
 */
export async function secondWorker(
  start: Start,
): Promise<{ readonly child: ChildProcess; readonly output: () => string }> {
  const pocketbaseUrl = `http://127.0.0.1:${portOf(start, 'PocketBase', /--http=127\.0\.0\.1:(\d+)/)}`
  const folder = temporary()
  const { email, password } = JSON.parse(readFileSync(join(start.dataDir, 'pocketbase-admin.json'), 'utf8'))
  const { token } = await new PocketBase(pocketbaseUrl).collection('_superusers').authWithPassword(email, password)
  writeFileSync(join(folder, 'token'), token, { mode: 0o600 })
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['scripts/worker.mjs'], {
    cwd: root,
    env: {
      ...{ PATH, HOME, NODE_ENV: 'production', DATA_DIR: join(folder, 'nothing'), ADMIN_API_KEY: adminKeyOf(start) },
      ...{ POCKETBASE_URL: pocketbaseUrl, POCKETBASE_SUPERUSER_TOKEN_FILE: join(folder, 'token') },
      TEMPORAL_ADDRESS: `127.0.0.1:${portOf(start, 'Temporal', /--port[ =](\d+)/)}`,
      BASE_URL: start.origin,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`The second worker ended: ${output}`)
    return output.includes('worker is polling')
  })
  return { child, output: () => output }
}
