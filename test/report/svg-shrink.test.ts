import { describe, expect, it } from 'vitest';
import { shrinkSvg } from '../../src/report/svg-shrink.ts';

const dot = (x: number, rest: string) =>
  `<path transform="translate(${x},2.5)" d="M1.5,0A1.5,1.5,0,1,1,-1.5,0A1.5,1.5,0,1,1,1.5,0" ${rest}/>`;

describe('shrinkSvg', () => {
  it('writes round symbols as circles and shared attributes once', () => {
    const rest = 'fill="var(--ink)" stroke-width="2" opacity="0.5"';
    expect(shrinkSvg(`<g>${dot(1, rest)}${dot(2, rest)}</g>`)).toBe(
      '<g fill="var(--ink)" fill-opacity="0.5"><circle cx="1" cy="2.5" r="1.5"/><circle cx="2" cy="2.5" r="1.5"/></g>',
    );
  });

  it('leaves what differs, and symbols of another shape', () => {
    const square = '<path transform="translate(1,2)" d="M-1,-1L1,-1L1,1L-1,1Z" fill="red"/>';
    expect(shrinkSvg(`<g>${square}${dot(2, 'fill="blue"')}</g>`)).toBe(
      `<g>${square}<circle cx="2" cy="2.5" r="1.5" fill="blue"/></g>`,
    );
  });

  it('keeps the width and the opacity of what has a stroke', () => {
    const line =
      '<line transform="translate(0,1)" x2="5" y2="0" stroke="red" stroke-width="3" opacity="0.4"/>';
    expect(shrinkSvg(`<g clip-path="url(#a)">${line}${line}</g>`)).toBe(
      '<g clip-path="url(#a)" stroke="red" stroke-width="3">' +
        '<line transform="translate(0,1)" x2="5" y2="0" opacity="0.4"/><line transform="translate(0,1)" x2="5" y2="0" opacity="0.4"/></g>',
    );
  });

  it('does not touch text between tags', () => {
    const text = '<text text-anchor="end" fill="red"> fill="red" opacity="1"</text>';
    expect(shrinkSvg(`<g>${text}${text}</g>`)).toBe(
      '<g fill="red" text-anchor="end"><text> fill="red" opacity="1"</text><text> fill="red" opacity="1"</text></g>',
    );
  });
});
