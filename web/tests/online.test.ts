import { describe, expect, it } from 'vitest';
import { choicesOf, inWords, usualAgreement, WAITS } from '$lib/online/agreement';
import { guestName, rememberName } from '$lib/newgame/name';
import { OnlineSession } from '$lib/online/session.svelte';
import { qr } from '$lib/online/qr';
import type { BotKind, ClientMessage, TalkLine } from '$lib/protocol';
import { left, span } from '$lib/text/en/online';
import { colours } from '$lib/ui/colours.svelte';

const bots = [{ id: 'quaestor', name: 'Quaestor' }] as BotKind[];

describe('what people agree on', () => {
  it('reads as sentences', () => {
    const agreement = { ...usualAgreement(bots), cover_after: 300, clock: null, undo: true, hints: false };
    const lines = inWords(agreement, bots);
    expect(lines[0]).toContain('Quaestor plays for a player who is away for 5 minutes');
    expect(lines).toContain('No hints');
  });

  it('offers what a server allows, and what is agreed on already', () => {
    expect(choicesOf(WAITS, 600, 90)).toEqual([60, 90, 180, 600]);
    expect(choicesOf(WAITS, 600, null)).not.toContain(90);
  });

  it('tells spans of time and what is left of them', () => {
    expect([1, 60, 5400, 86_400, 172_800].map(span)).toEqual([
      '1 second',
      '1 minute',
      '90 minutes',
      '1 day',
      '2 days',
    ]);
    expect([0, 9.2, 61, 3700, 90_000].map(left)).toEqual(['0:00', '0:10', '1:01', '1:01 h', '1 d 1 h']);
  });
});

describe('talk', () => {
  const line = (number: number, of: Partial<TalkLine> = {}) =>
    ({
      number,
      channel: 'table',
      speaker: 's',
      seat: 1,
      name: 'Ben',
      text: '',
      at: '',
      ref: '',
      ...of,
    }) as TalkLine;

  function listener() {
    const sent: ClientMessage[] = [];
    const session = new OnlineSession('a game', (message) => sent.push(message) > 0);
    session.own = [0];
    return { session, sent };
  }

  it('is heard once, whatever comes twice', () => {
    const { session } = listener();
    session.receive({ type: 'talk', afresh: true, lines: [line(1), line(2)] });
    session.receive({ type: 'talk', afresh: false, lines: [line(2), line(4)] });
    expect(session.lines.map(({ number }) => number)).toEqual([1, 2, 4]);
    expect(session.lastTalk).toBe(4);
  });

  it('is unread until it is read, unless one said it oneself', () => {
    const { session } = listener();
    session.receive({ type: 'talk', afresh: true, lines: [line(1), line(2, { seat: 0 })] });
    expect(session.unread).toBe(1);
    session.read();
    expect(session.unread).toBe(0);
  });

  it('is said again with the same name until it comes back', () => {
    const { session, sent } = listener();
    session.say('salve');
    session.repeat();
    const refs = sent.map((message) => (message.type === 'say' ? message.ref : ''));
    expect(refs[0]).toBeTruthy();
    expect(refs[1]).toBe(refs[0]);
    session.receive({ type: 'talk', afresh: false, lines: [line(1, { ref: refs[0] })] });
    session.repeat();
    expect(session.unheard).toEqual([]);
    expect(sent).toHaveLength(2);
  });
});

describe('signs', () => {
  it('are those that people chose, and else go by seat', () => {
    colours.wear([4, 1]);
    expect([0, 1, 2].map((seat) => colours.of(seat))).toEqual([4, 1, 2]);
    const { style } = document.documentElement;
    expect(style.getPropertyValue('--seat-0-fill')).toBe('var(--sign-4-fill)');
    colours.wear();
    expect(style.getPropertyValue('--seat-0-fill')).toBe('');
  });
});

describe('a QR code', () => {
  it('has its three corners, and a quiet zone around', () => {
    const { size, path } = qr('https://example.org/join#secret');
    expect(size).toBeGreaterThan(29);
    for (const corner of ['M4 4h', `M${size - 5} 4h`, `M4 ${size - 5}h`]) expect(path).toContain(corner);
    expect(path).not.toContain('M3 ');
  });
});

describe('the name of somebody who joins', () => {
  it('is free', () => {
    const first = guestName([]);
    const taken = [first];
    for (let more = 1; more < 10; more++) taken.push(guestName(taken));
    expect(new Set(taken).size).toBe(10);
  });

  it('is the one that this browser knows, unless somebody sits there by it', () => {
    rememberName('Ada');
    expect(guestName(['Ben'])).toBe('Ada');
    expect(guestName(['Ada', 'Ben'])).not.toBe('Ada');
  });
});
