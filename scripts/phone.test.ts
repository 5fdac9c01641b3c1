import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { freePort } from '@/lib/testing/free-port'
import { phoneWords, planPhone, rootPagePort, terminalQr, tunnelPrograms } from './phone.mjs'

const addresses = [
  { name: 'wlan0', address: '192.168.1.20' },
  { name: 'eth1', address: '10.0.0.5' },
]
const plan = (env: Record<string, string>, found = addresses) => planPhone({ env, port: 3000, addresses: found })

describe('the plan of a start with --phone', () => {
  it('takes the likeliest address for host and origin, and names the others', () => {
    expect(plan({})).toEqual({
      env: { HOST: '192.168.1.20', BASE_URL: 'https://192.168.1.20:3000', WALLET_CAPTURE_TEST_TLS: 'on' },
      others: [{ name: 'eth1', address: '10.0.0.5' }],
    })
  })

  it('lets HOST decide', () => {
    expect(plan({ HOST: '10.0.0.5' })).toMatchObject({
      env: { HOST: '10.0.0.5', BASE_URL: 'https://10.0.0.5:3000' },
      others: [{ address: '192.168.1.20' }],
    })
    expect(plan({ HOST: 'capture.local' }).env.BASE_URL).toBe('https://capture.local:3000')
    expect(plan({ HOST: '0.0.0.0' }).env).toMatchObject({ HOST: '0.0.0.0', BASE_URL: 'https://192.168.1.20:3000' })
  })

  it('puts an IPv6 address into brackets', () => {
    const { env } = plan({}, [{ name: 'en0', address: 'fd00::2' }])
    expect(env).toMatchObject({ HOST: 'fd00::2', BASE_URL: 'https://[fd00::2]:3000' })
  })

  it('is an origin as settings want it, also at the port of https', () => {
    expect(planPhone({ env: {}, port: 443, addresses }).env.BASE_URL).toBe('https://192.168.1.20')
  })

  it('says in one sentence why it cannot be', () => {
    expect(() => plan({}, [])).toThrow(/^This machine has no address in a local network: [^\n]+\.$/)
    expect(() => plan({ HOST: '127.0.0.1' })).toThrow(/^HOST is 127\.0\.0\.1, which no phone reaches: [^\n]+\.$/)
    for (const name of ['BASE_URL', 'TLS_CERT_FILE', 'TLS_KEY_FILE'])
      expect(() => plan({ [name]: 'x' })).toThrow(new RegExp(`^--phone makes [^\\n]+ unset ${name}, [^\\n]+\\.$`))
  })
})

describe('the port of the page with the root certificate', () => {
  it('is the next one, and another where that is taken', async () => {
    const port = await freePort()
    expect(await rootPagePort('127.0.0.1', port - 1)).toBe(port)
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
    const other = await rootPagePort('127.0.0.1', port - 1)
    await new Promise((resolve) => holder.close(resolve))
    expect(other).not.toBe(port)
    expect(other).toBeGreaterThan(0)
  })

  it('is never above the last port', async () => {
    expect(await rootPagePort('127.0.0.1', 65_535)).toBeLessThanOrEqual(65_535)
  })
})

it('tunnel programs are found on the search path, and only where they can be run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tunnels-'))
  try {
    for (const name of ['ngrok', 'cloudflared']) writeFileSync(join(folder, name), '')
    chmodSync(join(folder, 'ngrok'), 0o755)
    expect(tunnelPrograms(['/nothing', folder].join(delimiter))).toEqual(['ngrok'])
    expect(tunnelPrograms(undefined)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Reads a QR code from lines of half blocks, as a camera would from the screen. */
function scan(lines: readonly string[]): string {
  const scale = 4
  const rows = lines.flatMap((line) => [
    [...line].map((sign) => sign === '█' || sign === '▀'),
    [...line].map((sign) => sign === '█' || sign === '▄'),
  ])
  const [width, height] = [(rows[0]?.length ?? 0) * scale, rows.length * scale]
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return decodeQR({ width, height, data: pixels })
}

describe('the code in the terminal', () => {
  it('holds its text', async () => {
    const text = 'https://192.168.1.20:3000'
    expect(scan(await terminalQr(text, { colours: false }))).toBe(text)
  })

  it('sets black on white by itself where there are colours', async () => {
    const lines = await terminalQr('x', { colours: true })
    const coloured = lines.filter((line) => line.startsWith('\u001b[30;107m') && line.endsWith('\u001b[0m'))
    expect(coloured).toEqual(lines)
  })
})

it('the words give both addresses as text and as codes, the other addresses and the tunnels', async () => {
  const settings = { baseUrl: 'https://192.168.1.20:3000', rootPort: 3001 }
  const others = [{ name: 'eth1', address: '10.0.0.5' }]
  const lines = await phoneWords({ settings, others, tunnels: ['ngrok'], fingerprint: 'AB:CD', colours: false })
  const text = lines.join('\n')
  expect(text).toContain('http://192.168.1.20:3001')
  expect(text).toContain('https://192.168.1.20:3000/phone')
  expect(text).toContain('HOST=10.0.0.5 (eth1)')
  expect(text).toContain('ngrok is installed')
  expect(text).toContain('to compare on the phone: AB:CD')
  const second = lines.findIndex((line) => line.startsWith('  2.'))
  const codes = [lines.slice(0, second), lines.slice(second)].map((part) =>
    scan(part.filter((line) => /^[ ▀▄█]{20,}$/.test(line)).map((line) => line.slice(2))),
  )
  expect(codes).toEqual(['http://192.168.1.20:3001', 'https://192.168.1.20:3000'])
})
