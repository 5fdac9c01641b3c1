import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eventually } from '@/lib/testing/eventually'

type Mapping = { readonly [key: string]: Value }
type Value = string | Mapping | readonly Value[]

/** Where a shell that plays a job differs from GitHub. */
interface Played {
  /** The workspace: the wallet's repository is here already. */
  readonly folder: string
  /** What the texts of the workflow are replaced by, e.g. the address of the service. */
  readonly replace: Readonly<Record<string, string>>
  /** Variables that every step gets. */
  readonly env: NodeJS.ProcessEnv
  /** Puts a repository at a commit into a folder, as `actions/checkout` does. */
  readonly checkOut: (repository: string, ref: string, path: string) => void
}

/** What a job left. */
interface Job {
  /** The exit code of the first step that failed; 0 for none. */
  readonly code: number
  /** What all steps printed. */
  readonly said: string
  readonly summary: string
  /** The folder that was uploaded. */
  readonly artifact: string
}

/** Where the artifact of a played job would be. */
export const artifactUrl = 'https://github.com/your-organisation/wallet/actions/runs/1/artifacts/2'

const fail = (reason: string): never => {
  throw new Error(`The workflow cannot be played: ${reason}`)
}

/** The only job of a workflow. */
export function readJob(yaml: string): { readonly env: Mapping; readonly steps: readonly Mapping[] } {
  const workflow = mappingIn(readYaml(yaml))
  const [job = {}] = Object.values(mappingIn(workflow.jobs ?? {})).map(mappingIn)
  const steps = job.steps ?? []
  if (typeof steps === 'string' || !isList(steps)) return fail('it has no list of steps')
  return { env: mappingIn(workflow.env ?? {}), steps: steps.map(mappingIn) }
}

/** Plays every step of a workflow as a runner does: after a failure only those that run always. */
export async function playJob(yaml: string, { folder, replace, env, checkOut }: Played): Promise<Job> {
  const { env: shared, steps } = readJob(yaml)
  const outputs: Record<string, string> = {}
  const groups: number[] = []
  const summaryFile = join(folder, 'step-summary.md')
  const artifact = join(folder, '..', 'artifact')
  let code = 0
  let said = ''
  const knownAs = (name: string): string => {
    const [, variable] = /^env\.(\w+)$/.exec(name) ?? []
    const known = variable === undefined ? { 'github.sha': 'f3c1', ...outputs }[name] : shared[variable]
    return typeof known === 'string' ? known : fail(`nothing is known of ${name}`)
  }
  const text = (value: Value | undefined): string => {
    if (typeof value !== 'string') return fail(`${JSON.stringify(value)} is no text`)
    const filled = value.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => knownAs(name))
    return Object.entries(replace).reduce((all, [from, to]) => all.replaceAll(from, to), filled)
  }
  const texts = (mapping: Value | undefined): Record<string, string> =>
    Object.fromEntries(Object.entries(mappingIn(mapping ?? {})).map(([name, value]) => [name, text(value)]))
  const inFolder = (path: string): string => {
    const whole = join(folder, path)
    return existsSync(whole) ? whole : fail(`there is no ${path}`)
  }

  const use = (action: string, given: Readonly<Record<string, string>>, id: string) => {
    switch (action.replace(/@v\d+$/, '')) {
      case 'actions/checkout':
        // Without a repository it is that of the wallet.
        if (given.repository !== undefined) {
          if (given.ref === undefined || given.path === undefined) fail('a service at no commit, or over the wallet')
          checkOut(given.repository, given.ref ?? '', join(folder, given.path ?? ''))
        }
        return
      case 'actions/setup-node':
        inFolder(given['cache-dependency-path'] ?? 'package-lock.json')
        return
      case 'actions/upload-artifact':
        cpSync(inFolder(given.path ?? ''), artifact, { recursive: true })
        outputs[`steps.${id}.outputs.artifact-url`] = artifactUrl
        return
      default:
        fail(`the action ${action} is unknown here`)
    }
  }

  const run = async (script: string, more: Readonly<Record<string, string>>, cwd: string): Promise<number> => {
    const file = join(folder, '..', 'step.sh')
    writeFileSync(file, script)
    // A group of its own, so that what it leaves running ends with the job.
    const child = spawn('bash', ['-e', file], {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, ...texts(shared), ...more, GITHUB_STEP_SUMMARY: summaryFile, GITHUB_WORKSPACE: folder },
    })
    if (child.pid !== undefined) groups.push(child.pid)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
    // Not `close`: a service that the step leaves behind keeps its output open.
    const [status] = await once(child, 'exit')
    return typeof status === 'number' ? status : 1
  }

  try {
    for (const step of steps) {
      if (step.if !== undefined && step.if !== 'always()')
        fail(`the condition ${JSON.stringify(step.if)} is unknown here`)
      if (code !== 0 && step.if === undefined) continue
      if (step.uses !== undefined) use(text(step.uses), texts(step.with), typeof step.id === 'string' ? step.id : '')
      else {
        const cwd = step['working-directory'] === undefined ? folder : inFolder(text(step['working-directory']))
        const status = await run(text(step.run), texts(step.env), cwd)
        if (code === 0) code = status
      }
    }
  } finally {
    for (const group of groups) await endGroup(group)
  }
  return { code, said, artifact, summary: existsSync(summaryFile) ? readFileSync(summaryFile, 'utf8') : '' }
}

/** Ends whatever a step left running, and waits for it: its folder is deleted next. */
async function endGroup(group: number): Promise<void> {
  const isThere = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-group, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
      throw error
    }
  }
  if (isThere('SIGTERM')) await eventually(async () => !isThere(0))
}

/** Writes files, each with the folders above it. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

const mappingIn = (value: Value): Mapping =>
  typeof value === 'string' || isList(value) ? fail(`${JSON.stringify(value)} is no mapping`) : value

interface Line {
  readonly indent: number
  readonly text: string
}

/**
 * Reads what workflows are written in: mappings, lists, plain scalars and `|`. Anything else of YAML stays text, or has no
 * colon and is refused.
 */
function readYaml(yaml: string): Value {
  const lines = yaml
    .split('\n')
    .map((line): Line => ({ indent: line.search(/\S/), text: line.trim() }))
    .filter(({ indent, text }) => indent >= 0 && !text.startsWith('#'))
  const raw = yaml.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
  let at = 0
  const deeper = (indent: number) => (lines[at]?.indent ?? -1) > indent
  const block = (indent: number): string => {
    const first = at
    while (deeper(indent)) at += 1
    const own = lines[first]?.indent ?? 0
    return `${raw
      .slice(first, at)
      .map((line) => line.slice(own))
      .join('\n')}\n`
  }
  const mapping = (indent: number): Mapping => {
    const entries: [string, Value][] = []
    while (lines[at]?.indent === indent && !lines[at]?.text.startsWith('- ')) {
      const [, key = '', rest = ''] = /^([\w-]+):(?: (.*))?$/.exec(lines[at]?.text ?? '') ?? fail(`${lines[at]?.text}`)
      at += 1
      entries.push([key, rest === '|' ? block(indent) : rest === '' && deeper(indent) ? value() : rest])
    }
    return Object.fromEntries(entries)
  }
  const list = (indent: number): Value[] => {
    const items: Value[] = []
    for (let line = lines[at]; line?.indent === indent && line.text.startsWith('- '); line = lines[at]) {
      // The first entry of a mapping stands behind the dash.
      lines[at] = { indent: indent + 2, text: line.text.slice(2) }
      items.push(mapping(indent + 2))
    }
    return items
  }
  const value = (): Value => {
    const { indent, text } = lines[at] ?? fail('it ends too early')
    return text.startsWith('- ') ? list(indent) : mapping(indent)
  }
  const whole = value()
  return at === lines.length ? whole : fail(`it cannot be read from ${lines[at]?.text} on`)
}
