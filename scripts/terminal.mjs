/** A reason to stop that a person can act on: printed as one sentence, without a stack, exit code 1. */
export class Stop extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence)
    this.name = 'Stop'
  }
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Prints what is being done, and every five seconds that it is still in progress.
 * @template T
 * @param {string} what e.g. `Fetching packages`
 * @param {Promise<T>} work
 * @param {() => string} [why] what it is waiting for
 * @param {(line: string) => void} [print]
 * @returns {Promise<T>}
 */
export async function withProgress(what, work, why = () => '', print = say) {
  const startedAt = Date.now()
  print(`${what} …`)
  const timer = setInterval(() => {
    const reason = why()
    print(`${what} … ${Math.round((Date.now() - startedAt) / 1000)} s${reason === '' ? '' : ` (${reason})`}`)
  }, 5_000)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

/**
 * Runs one of our commands: an expected problem ends it with one sentence, an unexpected one with its stack. The reader
 * may close the pipe early, as `head` does; the command continues anyway.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runCommand(main) {
  process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'EPIPE') throw error
  })
  try {
    process.exitCode = await main()
  } catch (error) {
    const expected = error instanceof Stop || (error instanceof Error && error.name === 'SettingsError')
    process.stderr.write(
      `${expected ? /** @type {Error} */ (error).message : error instanceof Error ? error.stack : error}\n`,
    )
    process.exitCode = 1
  }
}

/** Stops with one sentence if Node is too old. @param {string} version as `process.versions.node` */
export function requireNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 9)) {
    throw new Stop(`Wallet Capture needs Node 20.9 or newer, and this is Node ${version}.`)
  }
}
