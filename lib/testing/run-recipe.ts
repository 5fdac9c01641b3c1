import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** An instruction of a Containerfile, with continued lines joined. */
export interface Instruction {
  readonly name: string
  readonly rest: string
}

/** The instructions that `runRecipe` knows. */
const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'EXPOSE', 'VOLUME', 'HEALTHCHECK', 'CMD'] as const

/** Reads a Containerfile. Throws at an unknown instruction. */
export function parseRecipe(text: string): Instruction[] {
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    if (!(known as readonly string[]).includes(name)) throw new Error(`The recipe has an unknown instruction: ${line}`)
    return { name, rest }
  })
}

/** Whether a path of the build context is left out, by the `.dockerignore` patterns that the project uses. */
export function ignores(patterns: readonly string[]): (path: string) => boolean {
  const odd = patterns.find((pattern) => pattern.startsWith('!') || /[[\]?]/.test(pattern))
  if (odd !== undefined) throw new Error(`.dockerignore has a pattern that is not known here: ${odd}`)
  const expressions = patterns.map((pattern) => {
    const body = pattern
      .split('/')
      .map((part) => (part === '**' ? '(?:.+/)?' : `${part.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')}/`))
      .join('')
      .replace(/\/$/, '')
    return new RegExp(`^${body}(?:/|$)`)
  })
  return (path) => expressions.some((expression) => expression.test(path))
}

/** An image: a folder that stands for its root, and what its instructions say about the process. */
export interface Stage {
  readonly root: string
  readonly env: Record<string, string>
  workdir: string
  user: string | null
  command: readonly string[]
  health: readonly string[]
}

/**
 * Runs a recipe in empty folders, each the root of an image. `run` executes a RUN, and may report that its results
 * exist already.
 */
export async function runRecipe(input: {
  readonly recipe: readonly Instruction[]
  readonly context: string
  readonly folder: string
  readonly run: (line: string, stage: Stage) => Promise<void>
}): Promise<Stage> {
  const { recipe, context, folder, run } = input
  const isIgnored = ignores(
    readFileSync(join(context, '.dockerignore'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
  const stages = new Map<string, Stage>()
  let stage: Stage | null = null
  for (const { name, rest } of recipe) {
    if (name === 'FROM') {
      const [, as = `stage-${stages.size}`] = /\sAS\s+(\S+)$/i.exec(rest) ?? []
      const root = join(folder, as)
      mkdirSync(root)
      mkdirSync(join(root, 'tmp'))
      chmodSync(join(root, 'tmp'), 0o1777)
      stage = { root, env: {}, workdir: '/', user: null, command: [], health: [] }
      stages.set(as, stage)
      continue
    }
    if (stage === null) throw new Error(`${name} stands before FROM.`)
    const within = (path: string) => join(stage?.root ?? '', posix.resolve(stage?.workdir ?? '/', path))
    switch (name) {
      case 'WORKDIR':
        stage.workdir = posix.resolve(stage.workdir, rest)
        mkdirSync(within('.'), { recursive: true })
        break
      case 'ENV':
        for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value
        break
      case 'USER':
        stage.user = rest
        break
      case 'COPY': {
        const words = rest.split(/\s+/)
        const flag = (key: string) => words.find((word) => word.startsWith(`--${key}=`))?.slice(key.length + 3)
        const paths = words.filter((word) => !word.startsWith('--'))
        const to = within(paths.at(-1) ?? '')
        const isFolder = paths.at(-1)?.endsWith('/') || paths.at(-1) === '.' || paths.length > 2
        const from = flag('from')
        const origin = from === undefined ? context : stages.get(from)?.root
        if (origin === undefined) throw new Error(`COPY names an unknown stage: ${from}`)
        for (const path of paths.slice(0, -1)) {
          const source = join(origin, path)
          if (!existsSync(source)) throw new Error(`COPY names what is not there: ${path}`)
          const target = isFolder && !lstatSync(source).isDirectory() ? join(to, posix.basename(path)) : to
          // A RUN may write into what came from the checkout; another stage's result is final.
          if (from === undefined) place(source, target, copyFileSync, isIgnored)
          else place(source, target, linkSync)
        }
        const owner = flag('chown')
        if (owner !== undefined && process.getuid?.() === 0) chownAll(to, Number(owner.split(':')[0]))
        break
      }
      case 'RUN':
        await run(rest, stage)
        break
      case 'HEALTHCHECK':
        stage.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))
        break
      case 'CMD':
        stage.command = JSON.parse(rest)
        break
      default: // EXPOSE and VOLUME are hints for whoever runs the image.
    }
  }
  if (stage === null) throw new Error('The recipe has no FROM.')
  return stage
}

/** Copies or links a tree of files, without what is left out. */
export function place(
  source: string,
  target: string,
  put: (source: string, target: string) => void,
  isIgnored: (path: string) => boolean = () => false,
  path = '',
): void {
  const facts = lstatSync(source)
  if (facts.isDirectory()) {
    mkdirSync(target, { recursive: true, mode: facts.mode })
    for (const name of readdirSync(source)) {
      const inner = path === '' ? name : `${path}/${name}`
      if (!isIgnored(inner)) place(join(source, name), join(target, name), put, isIgnored, inner)
    }
    return
  }
  mkdirSync(dirname(target), { recursive: true })
  if (facts.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
  else if (!existsSync(target)) put(source, target)
}

/** Makes an image's user the owner of a tree. */
export function chownAll(path: string, id: number): void {
  chownSync(path, id, id)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) chownAll(join(path, name), id)
}

/** Starts a program of an image as its user, with only the environment of the image and `env`. */
export function spawnIn(
  stage: Stage,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const [program = '', ...args] = command
  const own = Object.fromEntries(
    Object.entries(stage.env).map(([name, value]) => [name, value.startsWith('/') ? join(stage.root, value) : value]),
  )
  const id = Number(stage.user?.split(':')[0])
  const asUser = process.getuid?.() === 0 && stage.user !== null ? { uid: id, gid: id } : {}
  return spawn(program === 'node' ? process.execPath : program, args, {
    cwd: join(stage.root, stage.workdir),
    env: { PATH: process.env.PATH ?? '', HOME: join(stage.root, 'tmp'), NODE_ENV: 'production', ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...asUser,
  })
}
