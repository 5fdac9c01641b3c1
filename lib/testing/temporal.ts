import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporalProgram } from '../../scripts/temporal-program.mjs'

/** A real Temporal development server with its data in a temporary directory. */
export interface TestTemporal {
  readonly address: string
  /** Where its data lie. */
  readonly dataDir: string
  /** Ends it and waits until it is gone; the data stay. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Starts it again at the same address with the same data. */
  start(): Promise<void>
  remove(): Promise<void>
}

const readyMillisMax = 60_000

/** Starts Temporal as `npm start` does. */
export async function startTemporal(): Promise<TestTemporal> {
  const own = process.env.TEMPORAL_CLI_PATH
  const program = await temporalProgram(own ? { own } : {})
  const directory = await mkdtemp(join(tmpdir(), 'wallet-capture-temporal-'))
  const port = await freePort()
  const args = [
    'server',
    'start-dev',
    '--headless',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--log-level',
    'error',
  ]
  const pragmas = ['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1']
  let child: ChildProcess | null = null
  const start = async () => {
    child = spawn(program, [...args, `--db-filename=${join(directory, 'temporal.db')}`, ...pragmas], {
      stdio: 'ignore',
    })
    const deadline = Date.now() + readyMillisMax
    while (!(await listens(port))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('Temporal did not start.')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await gone
  }
  await start()
  return {
    dataDir: directory,
    address: `127.0.0.1:${port}`,
    end,
    start,
    async remove() {
      await end('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port was given.')
  return address.port
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const done = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })
}
