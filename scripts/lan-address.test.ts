import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { lanAddresses, ownLanAddresses } from './lan-address.mjs'

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
