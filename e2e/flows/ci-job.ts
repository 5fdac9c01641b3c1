import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { eventually } from '@/lib/testing/eventually'

type Mapping = Readonly<Record<string, unknown>>

/** How a played job differs from one on GitHub. */
interface Played {
  /** The workspace, which already contains the workflow's repository. */
  readonly folder: string
  /** Environment of every step. */
  readonly env: NodeJS.ProcessEnv
  /** Values of `github`, `secrets` and other contexts, by full name. */
  readonly context?: Readonly<Record<string, string>>
  /** Inputs that replace the ones the workflow gives the action. */
  readonly inputs?: Readonly<Record<string, string>>
  /** Checks out a repository at a commit into a folder, as a runner does for an action. */
  readonly checkOut?: (repository: string, ref: string, path: string) => void
  /** The folder of an artifact that another run uploaded. */
  readonly artifact?: string
}

/** The outcome of a job. */
interface Job {
  /** How many steps left a process running. */
  readonly leftRunning: number
  /** Whether its condition let it run. */
  readonly ran: boolean
  /** The exit code of the first step that failed; 0 for none. */
  readonly code: number
  /** Output of all steps. */
  readonly said: string
  readonly summary: string
  /** The uploaded folder. */
  readonly artifact: string
  /** Step outputs, by the name of their expression. */
  readonly outputs: Readonly<Record<string, string>>
}

/** The run page of a played workflow. */
export const runUrl = 'https://github.com/your-organisation/wallet/actions/runs/1'

const runner = {
  ...{ GITHUB_ACTIONS: 'true', GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'your-organisation/wallet' },
  ...{ GITHUB_RUN_ID: '1', GITHUB_SHA: 'f3c1' },
}

/** Contexts that a runner always provides. */
const usualContext = {
  'github.sha': 'f3c1',
  'github.repository': 'your-organisation/wallet',
  'github.token': 'a-token',
}

const fail = (reason: string): never => {
  throw new Error(`The workflow cannot be played: ${reason}`)
}

/** The shells that a step may name, as GitHub starts them. */
const shells: Readonly<Record<string, readonly string[]>> = {
  none: ['bash', '-e'],
  sh: ['sh', '-e'],
  bash: ['bash', '--noprofile', '--norc', '-eo', 'pipefail'],
}

/** Reads a mapping and fails on members this player does not know, since it would ignore them silently. */
function known(value: unknown, members: readonly string[], what: string): Mapping {
  const mapping = mappingIn(value, what)
  for (const name of Object.keys(mapping)) if (!members.includes(name)) fail(`${name} of ${what} is unknown here`)
  return mapping
}

const mappingIn = (value: unknown, what: string): Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Mapping)
    : fail(`${what} is no mapping`)

const listIn = (value: unknown, what: string): readonly unknown[] =>
  Array.isArray(value) ? value : fail(`${what} is no list`)

const scalar = (value: unknown, what: string): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : fail(`${what} is no text`)

const stepMembers = ['name', 'id', 'if', 'uses', 'with', 'run', 'env', 'shell', 'working-directory']

/** The only job of a workflow. */
export function readJob(yaml: string): { readonly job: Mapping; readonly steps: readonly Mapping[] } {
  const workflow = known(parse(yaml), ['name', 'on', 'permissions', 'jobs'], 'the workflow')
  const jobs = Object.values(mappingIn(workflow.jobs, 'jobs'))
  if (jobs.length !== 1) fail('it has more than one job')
  const job = known(jobs[0], ['if', 'runs-on', 'timeout-minutes', 'permissions', 'steps'], 'the job')
  const steps = listIn(job.steps, 'steps').map((step) => known(step, stepMembers, 'a step'))
  return { job, steps }
}

/** A composite action. */
export function readAction(yaml: string) {
  const action = known(parse(yaml), ['name', 'description', 'inputs', 'outputs', 'runs'], 'the action')
  const runs = known(action.runs, ['using', 'steps'], 'runs')
  if (runs.using !== 'composite') fail('the action is not composite')
  const declared = (value: unknown, members: readonly string[], what: string) =>
    Object.entries(mappingIn(value, what)).map(([name, one]) => [name, known(one, members, `${what}.${name}`)] as const)
  const steps = listIn(runs.steps, 'steps').map((step): Mapping => {
    const read = known(step, stepMembers, 'a step of the action')
    if (read.shell === undefined) fail('a step of an action names its shell')
    // Untrusted inputs must not become part of a script.
    if (scalar(read.run, 'run').includes('${{')) fail('a script of the action holds an expression')
    return read
  })
  return {
    inputs: declared(action.inputs, ['description', 'default', 'required'], 'inputs'),
    outputs: declared(action.outputs, ['description', 'value'], 'outputs'),
    steps,
  }
}

/** Plays every step of a workflow as a runner does: after a failure, only steps that always run. */
export async function playJob(yaml: string, played: Played): Promise<Job> {
  const { folder, env, context = {}, inputs: given = {}, checkOut } = played
  const { job, steps } = readJob(yaml)
  const place = mkdtempSync(join(folder, '..', 'runner-'))
  const artifact = join(place, 'artifact')
  const groups: number[] = []
  let [said, summary, files] = ['', '', 0]
  const shared: Record<string, string> = {}

  /** The names that expressions can use, in the job or in an action. */
  type Scope = Record<string, string>
  const lookUp = (name: string, scope: Scope): string => {
    if (/^steps\.[\w-]+\.outputs\.[\w-]+$/.test(name)) return scope[name] ?? ''
    return scope[name] ?? fail(`nothing is known of ${name}`)
  }
  const text = (value: unknown, scope: Scope, what = 'a value'): string => {
    const filled = scalar(value, what).replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => lookUp(name, scope))
    return filled.includes('${{') ? fail(`the expression in ${filled} is unknown here`) : filled
  }
  const texts = (value: unknown, scope: Scope): Record<string, string> =>
    Object.fromEntries(
      Object.entries(mappingIn(value ?? {}, 'env')).map(([name, one]) => [name, text(one, scope, name)]),
    )
  const applies = (condition: unknown, scope: Scope, hasFailed: boolean): boolean => {
    if (condition === undefined) return !hasFailed
    if (condition === 'always()') return true
    const [, name = fail(`the condition ${condition} is unknown here`), value] =
      /^([\w.-]+) == '([^']*)'$/.exec(scalar(condition, 'if')) ?? []
    return !hasFailed && lookUp(name, scope) === value
  }
  const inFolder = (path: string): string => {
    const whole = join(folder, path)
    return existsSync(whole) ? whole : fail(`there is no ${path}`)
  }

  /** The name-value pairs that a step wrote to a file. */
  const readPairs = (file: string): [string, string][] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [, name, value] = /^([\w-]+)=(.*)$/.exec(line) ?? fail(`${line} gives no name and value`)
        return [name ?? '', value ?? '']
      })

  async function run(step: Mapping, scope: Scope, more: Readonly<Record<string, string>>): Promise<number> {
    const [script, output, own, envFile] = ['sh', 'output', 'summary', 'env'].map((kind) => {
      const file = join(place, `${files}.${kind}`)
      writeFileSync(file, '')
      return file
    }) as [string, string, string, string]
    files += 1
    writeFileSync(script, text(step.run, scope, 'run'))
    const [program = '', ...args] =
      shells[String(step.shell ?? 'none')] ?? fail(`the shell ${step.shell} is unknown here`)
    const cwd = step['working-directory'] === undefined ? folder : inFolder(text(step['working-directory'], scope))
    // A process group of its own, so that whatever it leaves running ends with the job.
    const child = spawn(program, [...args, script], {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...env,
        ...runner,
        ...shared,
        ...{ GITHUB_WORKSPACE: folder, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: own, GITHUB_ENV: envFile },
        RUNNER_TEMP: place,
        ...more,
        ...texts(step.env, scope),
      },
    })
    if (child.pid !== undefined) groups.push(child.pid)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
    // Not `close`: a service that the step leaves behind keeps its output open.
    const [status] = await once(child, 'exit')
    for (const [name, value] of readPairs(output)) scope[`steps.${step.id}.outputs.${name}`] = value
    Object.assign(shared, Object.fromEntries(readPairs(envFile)))
    summary += readFileSync(own, 'utf8')
    return typeof status === 'number' ? status : 1
  }

  async function playAll(
    all: readonly Mapping[],
    scope: Scope,
    play: (step: Mapping) => Promise<number>,
  ): Promise<number> {
    let code = 0
    for (const step of all) {
      if (!applies(step.if, scope, code !== 0)) continue
      const status = await play(step)
      if (code === 0) code = status
    }
    return code
  }

  /** Plays a repository's action: fetches it, passes its inputs, and runs each step. */
  async function playAction(uses: string, step: Mapping, scope: Scope): Promise<number> {
    const [, repository = '', path = '', ref = ''] =
      /^([\w.-]+\/[\w.-]+)\/([\w./-]+)@([\w.-]+)$/.exec(uses) ?? fail(`the action ${uses} is unknown here`)
    const root = join(place, 'actions', repository, ref)
    mkdirSync(dirname(root), { recursive: true })
    ;(checkOut ?? fail('nothing fetches actions'))(repository, ref, root)
    const action = readAction(readFileSync(join(root, path, 'action.yml'), 'utf8'))
    const with_ = { ...texts(step.with, scope), ...given }
    for (const name of Object.keys(with_))
      if (!action.inputs.some(([known]) => known === name)) fail(`the action has no input ${name}`)
    const own: Scope = { ...usualContext, ...context }
    for (const [name, { default: fallback, required }] of action.inputs) {
      if (with_[name] === undefined && required === true) fail(`the input ${name} is missing`)
      own[`inputs.${name}`] = with_[name] ?? text(fallback ?? '', own)
    }
    const code = await playAll(action.steps, own, (inner) => run(inner, own, { GITHUB_ACTION_PATH: join(root, path) }))
    for (const [name, { value }] of action.outputs) scope[`steps.${step.id}.outputs.${name}`] = text(value, own)
    return code
  }

  async function use(step: Mapping, scope: Scope): Promise<number> {
    const uses = text(step.uses, scope)
    const given = texts(step.with, scope)
    switch (uses.replace(/@v\d+$/, '')) {
      case 'actions/checkout':
        return Object.keys(given).length === 0 ? 0 : fail('it checks out another repository')
      case 'actions/setup-node':
        return 0
      case 'actions/upload-artifact':
        cpSync(inFolder(given.path ?? ''), artifact, { recursive: true })
        return 0
      case 'actions/download-artifact':
        cpSync(played.artifact ?? fail('there is no artifact'), join(folder, given.path ?? ''), { recursive: true })
        return 0
      default:
        return playAction(uses, step, scope)
    }
  }

  const outputs: Scope = { ...usualContext, ...context }
  const ran = applies(job.if, outputs, false)
  let [code, leftRunning] = [0, 0]
  try {
    if (ran)
      code = await playAll(steps, outputs, (step) =>
        step.uses === undefined ? run(step, outputs, {}) : use(step, outputs),
      )
  } finally {
    for (const group of groups) if (await endGroup(group)) leftRunning += 1
  }
  return { ran, leftRunning, code, said, summary, artifact, outputs }
}

/** Plays a GitLab job: the template with what the repository adds. */
export async function playGitLab(
  { template, own, job }: { readonly template: string; readonly own: string; readonly job: string },
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
) {
  const file = known(parse(own), ['include', job], 'the file of the repository')
  const mine = known(file[job], ['extends', 'variables'], job)
  const templates = mappingIn(parse(template), 'the template')
  const base = known(
    templates[scalar(mine.extends, 'extends')],
    ['image', 'variables', 'script', 'after_script', 'artifacts'],
    'the template',
  )
  const given = { ...mappingIn(base.variables, 'variables'), ...mappingIn(mine.variables, 'variables') }
  const predefined: Record<string, string> = {
    CI_COMMIT_SHA: 'f3c1',
    CI_JOB_URL: 'https://gitlab.example/wallet/-/jobs/1',
  }
  // GitLab expands variables before the shell runs, unless told not to; unknown ones become empty.
  const lookUp = (value: unknown): string => {
    if (typeof value !== 'object')
      return scalar(value, 'a variable').replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, a, b) => predefined[a ?? b] ?? '')
    const whole = known(value, ['value', 'expand'], 'a variable')
    return whole.expand === false ? scalar(whole.value, 'a variable') : fail('expand is not false')
  }
  const variables = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, lookUp(value)]))
  let said = ''
  const run = async (lines: unknown): Promise<number> => {
    const script = listIn(lines, 'script')
      .map((line) => scalar(line, 'a line'))
      .join('\n')
    const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...predefined, ...variables, ...env },
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
    const [status] = await once(child, 'close')
    return typeof status === 'number' ? status : 1
  }
  const code = await run(base.script)
  await run(base.after_script)
  const { paths, reports } = known(base.artifacts, ['when', 'expire_in', 'paths', 'reports'], 'artifacts')
  const { junit } = known(reports, ['junit'], 'reports')
  for (const path of [...listIn(paths, 'paths'), junit])
    if (!existsSync(join(folder, scalar(path, 'a path')))) fail(`there is no ${path}`)
  return { code, said, results: join(folder, scalar(listIn(paths, 'paths')[0], 'a path')) }
}

/**
 * Plays a GitLab job that a repository defines itself, in the folder that earlier jobs left. `null` if its rules
 * exclude it from the pipeline.
 */
export async function playGitLabJob(
  { own, job }: { readonly own: string; readonly job: string },
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly code: number; readonly said: string } | null> {
  const file = known(parse(own), ['workflow', job], 'the file of the repository')
  const mine = known(file[job], ['image', 'stage', 'needs', 'rules', 'variables', 'script'], job)
  const [rule] = listIn(mine.rules, 'rules').map((one) => known(one, ['if', 'when'], 'a rule'))
  const names = scalar(rule?.if, 'if').split(' && ')
  const isSet = (name: string): boolean =>
    /^\$\w+$/.test(name) ? (env[name.slice(1)] ?? '') !== '' : fail(`the condition ${name} is unknown here`)
  if (!names.every(isSet)) return null
  if (rule?.when !== 'always') fail('it does not run after a job that is red')
  const lines = listIn(mine.script, 'script').map((line) => scalar(line, 'a line'))
  const child = spawn('bash', ['-eo', 'pipefail', '-c', lines.join('\n')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
  const [status] = await once(child, 'close')
  return { code: typeof status === 'number' ? status : 1, said }
}

/**
 * Ends whatever a step left running and waits for it, because its folder is deleted next. Returns whether anything was.
 */
async function endGroup(group: number): Promise<boolean> {
  const isThere = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-group, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
      throw error
    }
  }
  const wasThere = isThere('SIGTERM')
  if (wasThere) await eventually(async () => !isThere(0))
  return wasThere
}

/** Writes files, creating parent folders. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}
