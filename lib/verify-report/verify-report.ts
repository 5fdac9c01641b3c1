import { open, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parsedBytesMax } from '@/lib/core/campaigns/bundle/bounds'
import type { ByteSource } from '@/lib/core/campaigns/bundle/tar'
import {
  type BundleVerdict,
  editionWords,
  exitCodes,
  kindWords,
  notPromised,
  promised,
} from '@/lib/core/campaigns/bundle/verdict'
import { verifyBundle } from '@/lib/core/campaigns/bundle/verify-bundle'

const usage = `npm run verify-report -- FILE [--root PEM] [--json]

Verifies an evidence bundle (of a statement: GET /coverage/bundle; of a campaign or a session: its report as tar) without the service and without a network.
  --root PEM  the root certificate that the service's operator gave you, as a file
  --json      the result as JSON
Exit code: 0 intact, and signed below that root; 1 broken; 2 unreadable; 3 intact, signer unknown.`

/** The program's output, its stream, and the exit code. */
interface Report {
  readonly code: number
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

/**
 * Verifies the bundle named by the arguments of `npm run verify-report`. Never throws for what a file contains, or
 * because it cannot be read: that is unreadable.
 */
export async function verifyReport(args: readonly string[]): Promise<Report> {
  const { file, root, json, help } = readArguments(args)
  if (help) return { code: 0, stream: 'stdout', text: usage }
  if (file === null) return { code: 2, stream: 'stderr', text: usage }
  const verdict = await verifyFile(file, root)
  const text = json ? JSON.stringify(verdict, null, 2) : verdictText(verdict, root !== null)
  return { code: exitCodes[verdict.result], stream: 'stdout', text }
}

function readArguments(args: readonly string[]) {
  try {
    const options = {
      root: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false, short: 'h' },
    } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [file = null] = positionals
    return {
      file: positionals.length === 1 ? file : null,
      root: values.root ?? null,
      json: values.json,
      help: values.help,
    }
  } catch {
    return { file: null, root: null, json: false, help: false }
  }
}

/** A file that cannot be opened or read is unreadable, and so is an invalid root. */
async function verifyFile(path: string, rootPath: string | null): Promise<BundleVerdict> {
  try {
    const roots = rootPath === null ? [] : [await readRootFile(rootPath)]
    return await reading(path, (source) => verifyBundle(source, { sha256, roots }))
  } catch (error) {
    if (error instanceof RangeError) return { result: 'unreadable', problem: error.message }
    if (codeOf(error) === null) throw error
    return { result: 'unreadable', problem: `It cannot be read: ${codeOf(error)}.` }
  }
}

/** A file longer than any certificate is none, e.g. a bundle given as its own root. */
const readRootFile = (path: string): Promise<string> =>
  reading(path, async (source) => {
    if (source.bytes > parsedBytesMax['root-ca.pem'])
      throw new RangeError('The root is not one certificate in PEM form.')
    return new TextDecoder().decode(await source.read(0, source.bytes))
  })

/**
 * Reads a regular file. Opening anything else, like a named pipe, may block forever. Throws RangeError for a file that
 * cannot be opened.
 */
async function reading<Result>(path: string, use: (source: ByteSource) => Promise<Result>): Promise<Result> {
  const found = await stat(path).catch(codeOf)
  if (found !== null && typeof found === 'object' && !found.isFile()) throw new RangeError(`${path} is no file.`)
  const handle = await open(path).catch(codeOf)
  if (handle === null || typeof handle === 'string') throw new RangeError(`${path} cannot be read: ${handle}.`)
  try {
    const { size } = await handle.stat()
    return await use({
      bytes: size,
      async read(at, bytes) {
        const wanted = Math.max(0, Math.min(bytes, size - at))
        const { buffer, bytesRead } = await handle.read(new Uint8Array(wanted), 0, wanted, at)
        return buffer.subarray(0, bytesRead)
      },
    })
  } finally {
    await handle.close()
  }
}

const sha256 = async (bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))

/** The code of a file system error; `null` for any other error. */
const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : null

/** A verdict for people at a terminal. */
function verdictText(verdict: BundleVerdict, rootGiven: boolean): string {
  switch (verdict.result) {
    case 'unreadable':
      return `Unreadable. ${verdict.problem}`
    case 'broken':
      return `Broken. ${verdict.entry === null ? 'The archive' : verdict.entry}: ${verdict.problem}`
    case 'intact':
    case 'unknown_signer':
      return [
        verdict.result === 'intact'
          ? 'Intact, and signed below the root that you gave.'
          : `Intact, signer unknown: ${rootGiven ? 'it leads to another root than the one that you gave' : 'no root was given'}.`,
        ...factsOf(verdict.bundle).map(([name, value]) => `  ${name.padEnd(16)} ${value}`),
        'It shows:',
        ...promised.slice(0, verdict.result === 'intact' ? 2 : 1).map((line) => `  + ${line}`),
        'It does not show:',
        ...(verdict.result === 'intact' ? [] : ['  - Who signed it.']),
        ...notPromised.map((line) => `  - ${line}`),
      ].join('\n')
  }
}

const factsOf = (bundle: Extract<BundleVerdict, { bundle: unknown }>['bundle']): [name: string, value: string][] => [
  ['Kind', kindWords[bundle.kind]],
  ...(bundle.wallet === null
    ? []
    : [['Wallet', `${shown(bundle.wallet.name)} ${shown(bundle.wallet.version)}`] as [string, string]]),
  ...(bundle.edition === null ? [] : [['Edition', shown(editionWords(bundle.edition))] as [string, string]]),
  ['Service', shown(bundle.baseUrl)],
  ['Made at', bundle.madeAt],
  ['Sessions', `${bundle.sessions}, in ${bundle.files} files`],
  ['Manifest', `SHA-256 ${bundle.manifestSha256}`],
  ['Root', `SHA-256 ${bundle.rootSha256}`],
]

/** A stranger's text without control characters that a terminal would obey. */
const shown = (text: string): string => text.replace(/[^\x20-\x7e\u00a1-\uffff]/g, '?').slice(0, 200)
