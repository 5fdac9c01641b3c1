import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { freePort } from '@/lib/testing/free-port'
import {
  lanAddresses,
  ownLanAddresses,
  phoneWords,
  planPhone,
  rootPagePort,
  terminalQr,
  tunnelPrograms,
} from './phone.mjs'

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

type Address = { address: string; family: string; internal: boolean }

const v4 = (address: string, internal = false): Address => ({ address, family: 'IPv4', internal })

const v6 = (address: string, internal = false): Address => ({ address, family: 'IPv6', internal })

const chosen = (interfaces: Record<string, Address[]>, routed?: string) =>
  lanAddresses(interfaces, routed).map(({ address }) => address)

const loopback = [v4('127.0.0.1', true), v6('::1', true)]

describe('the address for a phone', () => {
  it('is the private one of the card, before those of containers and machines inside this one', () => {
    const interfaces = {
      lo: loopback,
      docker0: [v4('172.17.0.1')],
      'br-5f6f1c2d': [v4('172.18.0.1')],
      virbr0: [v4('192.168.122.1')],
      wlp3s0: [v4('192.168.1.20'), v6('fe80::1'), v6('2001:db8::20')],
    }
    expect(chosen(interfaces)[0]).toBe('192.168.1.20')
    expect(chosen(interfaces)).not.toContain('127.0.0.1')
    expect(chosen(interfaces)).not.toContain('fe80::1')
  })

  it('is the one of the default route where two cards have one', () => {
    const interfaces = { lo: loopback, eth0: [v4('10.0.0.7')], wlan0: [v4('192.168.1.20')] }
    expect(chosen(interfaces, '10.0.0.7')).toEqual(['10.0.0.7', '192.168.1.20'])
    expect(chosen(interfaces, '192.168.1.20')).toEqual(['192.168.1.20', '10.0.0.7'])
  })

  it('is no tunnel, not even where the default route leads through it', () => {
    const tunnels = { utun4: [v4('10.8.0.2')], wg0: [v4('10.9.0.2')], tailscale0: [v4('100.100.1.2')] }
    for (const [name, addresses] of Object.entries(tunnels))
      expect(chosen({ [name]: addresses, en0: [v4('192.168.1.20')] }, addresses[0]?.address)[0]).toBe('192.168.1.20')
  })

  it('knows the cards of Windows and what Windows adds to them', () => {
    const interfaces = {
      'Loopback Pseudo-Interface 1': loopback,
      'vEthernet (WSL)': [v4('172.29.0.1')],
      'VirtualBox Host-Only Network': [v4('192.168.56.1')],
      'Wi-Fi': [v4('192.168.1.20')],
    }
    expect(chosen(interfaces)[0]).toBe('192.168.1.20')
  })

  it('is an IPv6 address only where there is no other, and never a link-local one', () => {
    expect(chosen({ en0: [v6('fd00::2'), v6('fe80::2')] })).toEqual(['fd00::2'])
    expect(chosen({ en0: [v4('169.254.10.1'), v6('fe80::2')] })).toEqual([])
    expect(chosen({ en0: [v6('fd00::2'), v4('192.168.1.20')] })[0]).toBe('192.168.1.20')
  })

  it('of this machine is one that it has, or none', async () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
    for (const { address } of await ownLanAddresses()) expect(own).toContain(address)
  })
})
