import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporalArguments, temporalProgram } from '../../scripts/temporal-program.mjs'
import { endProcess } from './end-process'
import { eventually } from './eventually'
import { freePort } from './free-port'

/** A real Temporal development server with its data in a temporary directory. */
export interface TestTemporal {
  readonly address: string
  /** The port of its HTTP API, which `npm start` picks at random. */
  readonly httpUrl: string
  /** Directory of its data. */
  readonly dataDir: string
  /** Stops it and waits until it is gone; the data is kept. */
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
  const httpPort = await freePort()
  const args = [
    ...temporalArguments({ port, file: join(directory, 'temporal.db') }),
    ...['--http-port', String(httpPort)],
  ]
  let child: ChildProcess | null = null
  const start = async () => {
    const started = spawn(program, args, { stdio: 'ignore' })
    child = started
    await eventually(() => {
      if (started.exitCode !== null) throw new Error(`Temporal ended with code ${started.exitCode}.`)
      return listens(port)
    }, readyMillisMax)
  }
  const end = (signal: NodeJS.Signals) => endProcess(child, signal)
  await start()
  return {
    dataDir: directory,
    address: `127.0.0.1:${port}`,
    httpUrl: `http://127.0.0.1:${httpPort}`,
    end,
    start,
    async remove() {
      await end('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
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
