/**
 * @typedef {import('./results.mjs').Tally} Tally
 * @typedef {{ file: string, seconds: number }} FileTime
 * @typedef {import('./results.mjs').Failure} Failure
 * @typedef {{ tally: Tally, files?: readonly FileTime[], failures?: readonly Failure[] }} PartResult `files`: how long each
 *   of its test files took
 * @typedef {{ name: string, run: () => Promise<PartResult> }} Part
 * @typedef {{ name: string, seconds: number, tally: Tally, files: readonly FileTime[], failures: readonly Failure[] }} Outcome
 */

/**
 * Runs lanes in parallel and the parts of each lane in sequence, to the end even if a part fails. A lane that is done
 * continues with the first shared part that no other lane has begun.
 * @param {readonly (readonly Part[])[]} lanes
 * @param {{ shared?: readonly Part[], signal: AbortSignal, onStart: (name: string) => void, onEnd: (outcome: Outcome) => void, onError: (name:
 * string, error: any) => PartResult }} options `onError` returns the result of a part that threw; no part starts after
 * `signal`
 * @returns {Promise<Outcome[]>} in the order of the lanes
 */
export async function runLanes(lanes, { shared = [], signal, onStart, onEnd, onError }) {
  const waiting = [...shared]
  const runLane = async (/** @type {readonly Part[]} */ parts) => {
    /** @type {Outcome[]} */
    const outcomes = []
    const own = [...parts]
    for (let part = own.shift() ?? waiting.shift(); part && !signal.aborted; part = own.shift() ?? waiting.shift()) {
      const { name, run } = part
      onStart(name)
      const startedAt = performance.now()
      const { tally, files = [], failures = [] } = await run().catch((error) => onError(name, error))
      const outcome = { name, seconds: (performance.now() - startedAt) / 1000, tally, files, failures }
      outcomes.push(outcome)
      onEnd(outcome)
    }
    return outcomes
  }
  return (await Promise.all(lanes.map(runLane))).flat()
}

/**
 * A writer that prints only whole lines, each with a label, so that the output of parallel lanes never mixes.
 * @param {string} label @param {(line: string) => void} write one line at a time, without its line break
 */
export function labelled(label, write) {
  let rest = ''
  return {
    /** @param {string} chunk */
    add: (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) write(`${label}${line}`)
    },
    /** Prints a last line that has no line break. */
    end: () => {
      if (rest !== '') write(`${label}${rest}`)
      rest = ''
    },
  }
}

/** The slowest test files of all parts, slowest first. @param {readonly Outcome[]} outcomes @param {number} count */
export function slowestFiles(outcomes, count) {
  return outcomes
    .flatMap(({ name, files }) => files.map((file) => ({ part: name, ...file })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
}

/** Minutes and seconds, such as `2:05`. @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
