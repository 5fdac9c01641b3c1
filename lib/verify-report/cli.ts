import { open, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { ByteSource } from '@/lib/core/campaigns/bundle/byte-source'
import { type BundleVerdict, exitCodes } from '@/lib/core/campaigns/bundle/verdict'
import { verifyBundle } from '@/lib/core/campaigns/bundle/verify-bundle'
import { verdictText } from './verdict-text'

const usage = `npm run verify-report -- FILE [--root PEM] [--json]

Verifies an evidence bundle (GET /coverage/bundle) without the service and without a network.
  --root PEM  the root certificate that the service's operator gave you, as a file
  --json      the result as JSON
Exit code: 0 intact, and signed below that root; 1 broken; 2 unreadable; 3 intact, signer unknown.`

/** The program behind `npm run verify-report`. */
async function main(args: readonly string[]): Promise<number> {
  const { file, root, json, help } = readArguments(args)
  if (help || file === null) {
    ;(help ? console.log : console.error)(usage)
    return help ? 0 : 2
  }
  const verdict = await verifyFile(file, root)
  console.log(json ? JSON.stringify(verdict, null, 2) : verdictText(verdict, root !== null))
  return exitCodes[verdict.result]
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

/** What cannot be opened is unreadable, and so is a root that is none. */
async function verifyFile(path: string, rootPath: string | null): Promise<BundleVerdict> {
  let roots: string[]
  try {
    roots = rootPath === null ? [] : [await readFile(rootPath, 'utf8')]
  } catch (error) {
    return { result: 'unreadable', problem: `The root ${rootPath} cannot be read: ${codeOf(error)}.` }
  }
  const handle = await open(path).catch(codeOf)
  if (typeof handle === 'string') return { result: 'unreadable', problem: `${path} cannot be read: ${handle}.` }
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) return { result: 'unreadable', problem: `${path} is no file.` }
    const source: ByteSource = {
      bytes: stat.size,
      async read(at, bytes) {
        const wanted = Math.max(0, Math.min(bytes, stat.size - at))
        const { buffer, bytesRead } = await handle.read(new Uint8Array(wanted), 0, wanted, at)
        return buffer.subarray(0, bytesRead)
      },
    }
    const sha256 = async (bytes: Uint8Array) =>
      new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
    return await verifyBundle(source, { sha256, roots })
  } catch (error) {
    if (error instanceof RangeError) return { result: 'unreadable', problem: error.message }
    throw error
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'error')

process.exitCode = await main(process.argv.slice(2))
