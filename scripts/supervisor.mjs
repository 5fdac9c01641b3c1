import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { endChild, lineTail, spawnPrivateGroup, withTimerSlack } from './processes.mjs'
import { Stop, withProgress } from './terminal.mjs'

/**
 * Starts services in the order of their needs, restarts those that die, stops all in reverse order.
 *
 * @typedef {object} Service
 * @property {string} name for display
 * @property {readonly string[]} [needs] names of services that must be ready before
 * @property {boolean} [optional] the rest continues without it
 * @property {string} [without] a sentence on what does not happen without it
 * @property {() => Promise<void>} [prepare] runs once before the first start
 * @property {string} command
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} cwd
 * @property {number} [timerSlackNanos] how late its timers may be, in nanoseconds; by default 50,000
 * @property {string} marker a part of its command line that no other process has
 * @property {boolean} [ipc] whether it gets a channel by which it notices that the supervisor died
 * @property {() => Promise<string>} ready empty if it is ready, otherwise what is missing
 * @property {number} readyTimeoutMs
 * @property {number} stopGraceMs
 * @property {(line: string) => string | undefined} show how to print a line of its output; undefined = do not print it
 *
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {{ service: Service, child?: ChildProcess, up: boolean, givenUp: boolean, crashes: number[], tail: ReturnType<typeof lineTail> }} State
 */

const RESTARTS_MAX = 3
const RESTART_WINDOW_MS = 60_000

/**
 * Whether to restart after one more crash.
 * @param {readonly number[]} crashes times in ms, the newest last @param {number} now ms
 */
export function mayRestart(crashes, now) {
  return crashes.filter((time) => now - time < RESTART_WINDOW_MS).length <= RESTARTS_MAX
}

/**
 * @param {readonly Service[]} services each after those it needs
 * @param {{ say: (line: string) => void, onChildren: (children: { name: string, pid: number, marker: string }[]) => void, now?: () => number }} options
 */
export function createSupervisor(services, { say, onChildren, now = Date.now }) {
  /** @type {State[]} */
  const states = services.map((service) => ({ service, up: false, givenUp: false, crashes: [], tail: lineTail(15) }))
  let stopping = false
  /** Whether everything that others wait for is up: from then on, optional services come up silently. */
  let isServing = false
  /** @type {(reason: string) => void} */
  let reportFailure = () => {}
  /** Resolves with one sentence if a required service keeps failing. @type {Promise<string>} */
  const failed = new Promise((resolve) => {
    reportFailure = resolve
  })

  /** @param {State} state */
  function launch(state) {
    const { service } = state
    state.tail = lineTail(15)
    const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe'])
    const child = withTimerSlack(service.timerSlackNanos, () =>
      spawnPrivateGroup(service.command, service.args, {
        cwd: service.cwd,
        env: service.env,
        stdio: service.ipc === true ? [...stdio, 'ipc'] : [...stdio],
      }),
    )
    state.child = child
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue
      createInterface({ input: stream }).on('line', (line) => {
        state.tail.add(`${line}\n`)
        const shown = service.show(line)
        if (shown !== undefined) say(shown)
      })
    }
    child.once('error', (error) => state.tail.add(`${error.message}\n`))
    onChildren(
      states.flatMap(({ service: { name, marker }, child }) =>
        child?.pid === undefined ? [] : [{ name, pid: child.pid, marker }],
      ),
    )
    return child
  }

  /** Starts one service and waits until it is ready. @param {State} state @returns {Promise<void>} */
  async function bringUp(state) {
    const { service } = state
    const child = launch(state)
    let end = ''
    const ended = new Promise((resolve) => {
      const note = (/** @type {unknown} */ how) => {
        end = String(how)
        resolve(end)
      }
      child.once('error', () => note('it could not be started'))
      child.once('exit', (code, signal) => note(code === null ? signal : `code ${code}`))
    })
    const deadline = now() + service.readyTimeoutMs
    let missing = 'it has not responded yet'
    const wait = async () => {
      while (end === '' && !stopping) {
        missing = await service.ready().catch((error) => String(error.message ?? error))
        if (missing === '') return
        if (now() > deadline)
          throw new Stop(`${service.name} is not ready after ${service.readyTimeoutMs / 1000} s: ${missing}.`)
        await Promise.race([delay(100), ended])
      }
    }
    try {
      const print = (/** @type {string} */ line) => {
        if (!isServing || service.optional !== true) say(line)
      }
      await withProgress(`Waiting for ${service.name}`, wait(), () => missing, print)
    } catch (error) {
      await endChild(child, service.stopGraceMs)
      throw error
    }
    if (stopping) return
    if (end !== '') {
      await delay(100) // Its last output is still arriving.
      const said = state.tail.text()
      throw new Stop(`${service.name} ended (${end}) before it was ready${said === '' ? '.' : `:\n${said}`}`)
    }
    state.up = true
    void ended.then(() => crashed(state))
  }

  /** @param {State} state */
  async function crashed(state) {
    if (stopping) return
    state.up = false
    const { service } = state
    for (;;) {
      state.crashes = [...state.crashes.filter((time) => now() - time < RESTART_WINDOW_MS), now()]
      if (!mayRestart(state.crashes, now())) {
        state.givenUp = true
        const reason = `${service.name} ended ${RESTARTS_MAX + 1} times within ${RESTART_WINDOW_MS / 1000} s.`
        if (service.optional === true) say(`${reason} The rest continues without it.`)
        else reportFailure(reason)
        return
      }
      say(`${service.name} stopped unexpectedly and is being restarted.`)
      await delay(250 * (state.crashes.length - 1))
      if (stopping) return
      try {
        await bringUp(state)
        if (!stopping) say(`${service.name} is ready again.`)
        return
      } catch (error) {
        if (stopping) return
        say(error instanceof Error ? error.message : String(error))
      }
    }
  }

  /** @type {Map<string, Promise<boolean>>} */
  const starts = new Map()

  /** @param {State} state @returns {Promise<boolean>} whether it is up */
  async function startOne(state) {
    const { service } = state
    try {
      const needs = await Promise.all((service.needs ?? []).map((name) => starts.get(name) ?? true))
      if (stopping) return false
      if (needs.includes(false))
        throw new Stop(`${service.name} is not started, because a service it needs is missing.`)
      await service.prepare?.()
      if (stopping) return false
      await bringUp(state)
      return true
    } catch (error) {
      if (service.optional !== true) throw error
      if (!stopping)
        say(
          `${error instanceof Error ? error.message : error}\nThe rest continues without ${service.name}.${service.without === undefined ? '' : ` ${service.without}`}`,
        )
      return false
    }
  }

  return {
    failed,
    /** Resolves once every required service is ready; throws a `Stop` if one cannot be started. */
    async start() {
      for (const state of states) starts.set(state.service.name, startOne(state))
      const required = states.filter(({ service }) => service.optional !== true)
      await Promise.all(required.map(({ service }) => starts.get(service.name)))
      isServing = true
    },
    /** Resolves, after `start`, once every service has either started or failed: whether all are up. */
    async everything() {
      return (await Promise.all(starts.values())).every((isUp) => isUp)
    },
    /** @param {string} name of a service @returns {boolean} whether it is up now */
    isUp(name) {
      return states.some(({ service, up }) => service.name === name && up)
    },
    /** Stops all services in reverse order. Safe to call at any time. */
    async stop() {
      stopping = true
      for (const { service, child } of [...states].reverse()) {
        if (child !== undefined) await endChild(child, service.stopGraceMs)
      }
      onChildren([])
    },
    /** Kills everything at once, for the second Ctrl-C. */
    async kill() {
      stopping = true
      await Promise.all(states.map(({ child }) => child && endChild(child, 0)))
    },
  }
}
