import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Open } from '../platform/access/access.decorators';
import { DeclaredPolicies } from './declared-policies';

@Controller('a')
class HalfDeclaredController {
  @Get('declared')
  @Open()
  declared(): string {
    return 'yes';
  }

  @Get('forgotten')
  forgotten(): string {
    return 'no';
  }
}

@Controller('b')
@Open()
class DeclaredController {
  @Get()
  get(): string {
    return 'yes';
  }
}

describe('a route without a declared policy', () => {
  async function start(controller: typeof HalfDeclaredController | typeof DeclaredController) {
    @Module({ imports: [DiscoveryModule], controllers: [controller], providers: [DeclaredPolicies] })
    class TestModule {}
    const module = await Test.createTestingModule({ imports: [TestModule] }).compile();
    return module.init();
  }

  it('stops the start, by name', async () => {
    await expect(start(HalfDeclaredController)).rejects.toThrow(
      'These routes declare no access policy: HalfDeclaredController.forgotten',
    );
  });

  it('is the only thing that stops it', async () => {
    await (await start(DeclaredController)).close();
  });
});
