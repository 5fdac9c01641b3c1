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
  /** Port of its HTTP API, which `npm start` picks at random. */
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
/**
 * Attempts with other ports before a start fails: another test may have taken a port since it was chosen, or one that
 * Temporal chooses for its own services.
 */
const portTakenMax = 3
/** Less frequent garbage collection, which trades memory for CPU time. */
const memory = { GOGC: '400' }
/** How much of Temporal's output an error repeats. */
const outputCharsMax = 2_000

/** Starts Temporal as `npm start` does. */
export async function startTemporal(): Promise<TestTemporal> {
  const own = process.env.TEMPORAL_CLI_PATH
  const program = await temporalProgram(own ? { own } : {})
  const directory = await mkdtemp(join(tmpdir(), 'wallet-capture-temporal-'))
  let port = await freePort()
  let httpPort = await freePort()
  let child: ChildProcess | null = null
  const start = async () => {
    const args = temporalArguments({ port, file: join(directory, 'temporal.db') })
    const started = spawn(program, [...args, '--http-port', String(httpPort)], {
      env: { ...memory, ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let output = ''
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-outputCharsMax)
      })
    await eventually(() => {
      if (started.exitCode !== null) throw new Error(`Temporal ended with code ${started.exitCode}. ${output}`)
      return listens(port)
    }, readyMillisMax)
  }
  const end = (signal: NodeJS.Signals) => endProcess(child, signal)
  for (let others = portTakenMax; ; others -= 1)
    try {
      await start()
      break
    } catch (error) {
      await end('SIGKILL')
      if (others === 0) throw error
      port = await freePort()
      httpPort = await freePort()
    }
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
