import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { urlState } from './url-state';

@Component({ template: '' })
class List {
  readonly person = urlState('person');
  readonly channel = urlState('channel');
}

describe('the state in the address', () => {
  async function start(address: string) {
    TestBed.configureTestingModule({ providers: [provideRouter([{ path: 'list', component: List }])] });
    const harness = await RouterTestingHarness.create();
    const list = await harness.navigateByUrl(address, List);
    return { harness, list, url: () => TestBed.inject(Router).url };
  }

  it('takes two changes at once', async () => {
    const { harness, list, url } = await start('/list?tab=mine');
    list.person.set('u2');
    list.channel.set('sms');
    await harness.fixture.whenStable();
    expect(url()).toBe('/list?tab=mine&person=u2&channel=sms');
  });

  it('takes out two parts at once', async () => {
    const { harness, list, url } = await start('/list?tab=mine&person=u2&channel=sms');
    list.person.set('');
    list.channel.set('');
    await harness.fixture.whenStable();
    expect(url()).toBe('/list?tab=mine');
  });
});
